import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { recordAudit, SYSTEM } from '../../src/audit/chain.ts';
import type { AuditScope } from '../../src/audit/contract.ts';
import { type Db, openDatabase } from '../../src/platform/db/client.ts';
import { newId } from '../../src/platform/ids.ts';
import { runCommand } from '../support/commands.ts';
import { Stack } from '../support/stack.ts';

let url: string;
let db: Db;

beforeAll(async () => {
  ({ databaseUrl: url } = (await Stack.create(inject('servers'), 'audit-command')).info);
  db = openDatabase(url, 1, () => undefined);
});
afterAll(() => db.destroy());

const record = (scope: AuditScope) =>
  recordAudit(db, {
    scope,
    actor: SYSTEM,
    type: 'partner.created',
    resource: { type: 'partner', id: newId() },
    message: 'partner created',
    requestId: null,
    ipAddress: null,
    audience: null,
  });

it('`npm run audit` checks the audit chains of all organizations and names the first broken event', async () => {
  await record({ orgId: null, projectId: null });
  await record({ orgId: null, projectId: null });
  await record({ orgId: newId(), projectId: newId() });
  const check = () => runCommand('scripts/audit.ts', [], { DATABASE_URL: url });
  expect(await check()).toEqual({ code: 0, stdout: '3 events in 2 chains\n', stderr: '' });

  await sql`update audit_events set message = 'nothing' where org_id is null and seq = 2`.execute(db);
  const { code, stdout } = await check();
  expect(code).toBe(1);
  expect(stdout).toMatch(/^BROKEN: chain 0{8}-[0-]+, event 2 \([0-9a-f-]{36}\), altered: /m);
});

it('`npm run audit` names the wrong setting if there is no database', async () => {
  const { code, stderr } = await runCommand('scripts/audit.ts', [], { DATABASE_URL: 'postgresql://127.0.0.1:9/none' });
  expect(code).toBe(78);
  expect(stderr).toMatch(/^DATABASE_URL: .*\n$/);
});
