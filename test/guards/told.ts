import { sql } from 'kysely';
import type { Operation } from '../../api/operation.ts';
import { Client, eventually, type OpenStream, type World } from '../support/client.ts';
import type { Fixture } from './fixture.ts';

/** What is told of under another name, by the state that it is in. */
const BY_STATE = [
  'task_run',
  'task_agent_run',
  'approval_request',
  'ingestion',
  'source_run',
  'task_eval_run',
  'task_agent_eval_run',
];
/** What everybody may read who may know that the project is there. */
const FOR_EVERYBODY = ['project', 'trigger', 'credit_budget', 'knowledge_source', 'reporting_group', 'model_exclusion'];

interface Left {
  readonly op: Operation;
  readonly resource_type: string;
  readonly resource_id: string;
}

/** Two who follow a project while it changes: its owner, and a key of theirs that may know no more than that it is there. */
export interface Followers {
  /** Whether the owner was told of what each of these requests changed; the operations of which not. */
  untold(requests: readonly { readonly id: string; readonly op: Operation }[]): Promise<string[]>;
  /** Types of resources that the other one was told of and may not read. */
  overheard(): string[];
  close(): void;
}

export async function followBoth(world: World, { tenant }: Fixture): Promise<Followers> {
  const { owner, project, orgId, projectId } = tenant;
  const path = `${project}/changes`;
  const key = await owner.post(`${project}/api_key`, { name: 'narrow', scopes: ['project:view'] });
  const whole = await owner.stream(path);
  const narrow = await new Client(world.stack.baseUrl, key.body.value).stream(path);
  for (const stream of [whole, narrow]) await stream.until(({ event }) => event === 'counts');
  const recordsOf = ({ events }: OpenStream) =>
    events.filter(({ event }) => event === 'record').map(({ data }) => data);
  return {
    async untold(requests) {
      const ops = new Map(requests.map(({ id, op }) => [id, op]));
      const { rows } = await sql<Omit<Left, 'op'> & { request_id: string }>`
        select request_id, resource_type, resource_id from audit_events
        where request_id = any(${[...ops.keys()]}) and org_id = ${orgId}
          and coalesce(project_id, ${projectId}) = ${projectId}`.execute(world.db);
      const left = rows.filter(({ resource_type }) => !BY_STATE.includes(resource_type));
      const missing = () => {
        const told = new Set(recordsOf(whole).map(({ resource, id }) => `${resource} ${id}`));
        return left.filter((row) => !told.has(`${row.resource_type} ${row.resource_id}`));
      };
      const { found } = await eventually(
        async () => ({ found: missing() }),
        (now) => now.found.length === 0,
      ).catch(() => ({ found: missing() }));
      return found.map((row) => `${ops.get(row.request_id)?.id} ${row.resource_type}`);
    },
    overheard: () =>
      [...new Set(recordsOf(narrow).map(({ resource }) => resource as string))].filter(
        (type) => !FOR_EVERYBODY.includes(type),
      ),
    close() {
      whole.cut();
      narrow.cut();
    },
  };
}
