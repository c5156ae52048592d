import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Operation } from '../../api/operation.ts';
import { Client, eventually, type OpenStream, type World } from '../support/client.ts';
import type { Fixture } from './fixture.ts';

/** Resources whose changes have another event name, according to their status. */
const STATUS_RESOURCES = [
  'task_run',
  'task_agent_run',
  'approval_request',
  'ingestion',
  'source_run',
  'task_eval_run',
  'task_agent_eval_run',
];
const CHECKED_OPERATIONS = readFileSync(new URL('operations.txt', import.meta.url), 'utf8');

/** Resources without an operation that reads one of them, which every user who can see the project may list. */
const LISTED_RESOURCES = ['trigger', 'model_exclusion'];

/** Whether the checked-in list of operations lets every user who can see the project read resources of this type. */
const isPublic = (type: string) =>
  LISTED_RESOURCES.includes(type) || new RegExp(`^GET \\S+ ${type}\\.read project:view$`, 'm').test(CHECKED_OPERATIONS);

interface RecordedChange {
  readonly op: Operation;
  readonly resource_type: string;
  readonly resource_id: string;
}

/** Two followers of a project's changes: its owner, and a key of theirs that can only view the project. */
interface Followers {
  /** Operations of these requests whose changes the owner received no event of. */
  findUnpublished(requests: readonly { readonly id: string; readonly op: Operation }[]): Promise<string[]>;
  /** Types of resources that the key received an event of but may not read. */
  listLeakedTypes(): string[];
  close(): void;
}

export async function followChanges(world: World, { tenant }: Fixture): Promise<Followers> {
  const { owner, project, orgId, projectId } = tenant;
  const path = `${project}/changes`;
  const key = await owner.post(`${project}/api_key`, { name: 'narrow', scopes: ['project:view'] });
  const ownerStream = await owner.stream(path);
  const keyStream = await new Client(world.stack.baseUrl, key.body.value).stream(path);
  for (const stream of [ownerStream, keyStream]) await stream.until(({ event }) => event === 'counts');
  const listRecords = ({ events }: OpenStream) =>
    events.filter(({ event }) => event === 'record').map(({ data }) => data);
  return {
    async findUnpublished(requests) {
      const ops = new Map(requests.map(({ id, op }) => [id, op]));
      const { rows } = await sql<Omit<RecordedChange, 'op'> & { request_id: string }>`
        select request_id, resource_type, resource_id from audit_events
        where request_id = any(${[...ops.keys()]}) and org_id = ${orgId}
          and coalesce(project_id, ${projectId}) = ${projectId}`.execute(world.db);
      const recorded = rows.filter(({ resource_type }) => !STATUS_RESOURCES.includes(resource_type));
      const missing = () => {
        const published = new Set(listRecords(ownerStream).map(({ resource, id }) => `${resource} ${id}`));
        return recorded.filter((row) => !published.has(`${row.resource_type} ${row.resource_id}`));
      };
      const { found } = await eventually(
        async () => ({ found: missing() }),
        (state) => state.found.length === 0,
      ).catch(() => ({ found: missing() }));
      return found.map((row) => `${ops.get(row.request_id)?.id} ${row.resource_type}`);
    },
    listLeakedTypes: () =>
      [...new Set(listRecords(keyStream).map(({ resource }) => resource as string))].filter((type) => !isPublic(type)),
    close() {
      ownerStream.cut();
      keyStream.cut();
    },
  };
}
