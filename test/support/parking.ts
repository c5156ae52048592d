/**
 * Loaded into a worker before anything else: its `http_request` tool parks the call where the answer says
 * `WWW-Authenticate: Park <kind> <id>`, as calls of connections do, and turns of projects that the table `test_missing` names
 * can't begin.
 */
import { sql } from 'kysely';
import { httpRequest } from '../../src/agents/builtin/http-request.ts';
import { type Missing, TurnMustWait } from '../../src/agents/calls/parking.ts';
import { CallMustWait, type WaitKind } from '../../src/agents/calls/waits.ts';
import { builtinTools } from '../../src/agents/tools/builtin.ts';

const run = httpRequest.run.bind(httpRequest);
const load = builtinTools.load.bind(builtinTools);

Object.assign(httpRequest, {
  run: async (...given: Parameters<typeof run>) => {
    const result = (await run(...given)) as { readonly headers: Readonly<Record<string, string>> };
    const [, kind, id = ''] = /^Park (\w+) (\S+)$/.exec(result.headers['www-authenticate'] ?? '') ?? [];
    if (kind !== undefined) throw new CallMustWait(kind as WaitKind, id, `an editor has to mend ${id}`);
    return result;
  },
});
Object.assign(builtinTools, {
  load: async (...given: Parameters<typeof load>) => {
    const [db, projectId] = given;
    const { rows } = await sql<Missing>`
      select on_id as "onId", detail from test_missing where project_id = ${projectId} order by detail`.execute(db);
    if (rows.length > 0) throw new TurnMustWait(rows);
    return load(...given);
  },
});
