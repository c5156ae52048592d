/**
 * Preloaded into a worker. Its `http_request` tool makes a call wait if the response has `WWW-Authenticate: Park <kind>
 * <id>`, as connection tools do. Turns of projects in the table `test_missing` cannot start.
 */
import { sql } from 'kysely';
import { builtinExecutor } from '../../activities/agents/tools/builtin.ts';
import { AuthorizationMissing } from '../../src/agents/calls/parking.ts';
import type { WaitKind } from '../../src/agents/calls/waits.ts';
import { builtinTools } from '../../src/agents/tools/builtin.ts';
import { defineMessages } from '../../src/platform/messages.ts';

const messages = defineMessages({ test_parked: 'an editor has to repair {id}', test_missing: '{connection}' });

const execute = builtinExecutor.execute.bind(builtinExecutor);
const load = builtinTools.load.bind(builtinTools);

Object.assign(builtinExecutor, {
  execute: async (...given: Parameters<typeof execute>): ReturnType<typeof execute> => {
    const result = await execute(...given);
    const { headers } = (result.state === 'ended' ? result.result : {}) as { headers?: Record<string, string> };
    const [, kind, id = ''] = /^Park (\w+) (\S+)$/.exec(headers?.['www-authenticate'] ?? '') ?? [];
    if (kind === undefined) return result;
    return { state: 'waiting', wait: { kind: kind as WaitKind, onId: id, detail: messages.test_parked({ id }) } };
  },
});
Object.assign(builtinTools, {
  load: async (...given: Parameters<typeof load>) => {
    const [db, projectId] = given;
    const { rows } = await sql<{ onId: string; detail: string }>`
      select on_id as "onId", detail from test_missing where project_id = ${projectId} order by detail`.execute(db);
    if (rows.length > 0)
      throw new AuthorizationMissing(
        rows.map(({ onId, detail }) => ({ onId, detail: messages.test_missing({ connection: detail }) })),
      );
    return load(...given);
  },
});
