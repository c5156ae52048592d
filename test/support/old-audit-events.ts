/**
 * Records audit events at an earlier time, in a process of their own because ids never decrease within one:
 * `node test/support/old-audit-events.ts DATABASE_URL ORGANIZATION PROJECT TIME_MS COUNT`.
 */
import { recordAudit, SYSTEM } from '../../src/audit/chain.ts';
import { openDatabase } from '../../src/platform/db/client.ts';

const [url = '', orgId = '', projectId = '', timeMs, count] = process.argv.slice(2);
Date.now = () => Number(timeMs);
const db = openDatabase(url, 1, () => undefined);
for (let number = 1; number <= Number(count); number++) {
  await recordAudit(db, {
    scope: { orgId, projectId },
    actor: SYSTEM,
    type: 'task.updated',
    resource: { type: 'task', id: String(number) },
    message: 'task updated',
    requestId: null,
    ipAddress: null,
    audience: null,
  });
}
await db.destroy();
