import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../src/platform/db/client.ts';
import type { Database } from '../../src/platform/db/schema.ts';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';

/** What an operation makes more of in a project. */
interface Bounded {
  readonly table: keyof Database;
  /** The records, as an error names them. */
  readonly of: string;
  /** Condition on a row that still counts; rows that are removed need none. */
  readonly counts?: RawBuilder<unknown>;
}

const NOT_DELETED = sql`deleted_at is null`;

const TAGS: Bounded = { table: 'tags', of: 'tags' };
const SHARES: Bounded = {
  table: 'shares',
  of: 'shares',
  counts: sql`active and (expires_at is null or expires_at > now())`,
};
const TRIGGERS: Bounded = { table: 'triggers', of: 'triggers', counts: NOT_DELETED };
const EVAL_SETS: Bounded = { table: 'eval_sets', of: 'eval sets', counts: NOT_DELETED };

/** Operations that make a record of a project, each held to RECORDS_PER_PROJECT of its kind. Documents and runs cost credits. */
const BOUNDED: Readonly<Record<string, Bounded>> = {
  'task.create': { table: 'tasks', of: 'tasks', counts: NOT_DELETED },
  'task_agent.create': { table: 'agents', of: 'agents', counts: NOT_DELETED },
  'skill.create': { table: 'skills', of: 'skills', counts: NOT_DELETED },
  'task_mcp_server.create': { table: 'mcp_servers', of: 'MCP servers', counts: NOT_DELETED },
  'integration.create': { table: 'integrations', of: 'integrations', counts: NOT_DELETED },
  'task_forwarder.create': { table: 'task_forwarders', of: 'forwarders', counts: NOT_DELETED },
  'oauth_client.create': { table: 'oauth_clients', of: 'OAuth clients', counts: NOT_DELETED },
  'identity.api_key.create': { table: 'api_keys', of: 'API keys', counts: sql`revoked_at is null` },
  'collection.create': { table: 'collections', of: 'collections' },
  'reporting_group.create': { table: 'reporting_groups', of: 'reporting groups', counts: NOT_DELETED },
  'knowledge_source.create': { table: 'knowledge_sources', of: 'knowledge sources', counts: NOT_DELETED },
  'trigger.schedule.create': TRIGGERS,
  'trigger.webhook.create': TRIGGERS,
  'task.eval_set.create': EVAL_SETS,
  'task_agent.eval_set.create': EVAL_SETS,
  'task.share.create': SHARES,
  'task_agent.share.create': SHARES,
  'task.tag.create': TAGS,
  'task_agent.tag.create': TAGS,
  'document.tag.create': TAGS,
  'collection.tag.create': TAGS,
};

/** Whether an operation is refused where a project has as many records as it may. */
export function isBounded({ id }: Pick<Operation, 'id'>): boolean {
  return Object.hasOwn(BOUNDED, id);
}

/**
 * Refuses to make a record where the project has RECORDS_PER_PROJECT of its kind: lists, searches and exports go through all of
 * them. Requests at once may go past the limit by a few.
 */
export function limitRecords(app: FastifyInstance, { db, config }: ApiContext): void {
  const most = config.recordsPerProject;
  if (most === 0) return;
  app.addHook('preHandler', async ({ routeOptions, caller }) => {
    const bounded = BOUNDED[routeOptions.config.operation?.id ?? ''];
    if (bounded && caller && (await hasRows(db, bounded, caller.projectId, most)))
      throw errors.tooManyRecords(bounded.of, most);
  });
}

/** Whether a project has so many records; reads no more of them than that. */
async function hasRows(
  db: Executor,
  { table, counts = sql`true` }: Bounded,
  projectId: string,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where project_id = ${projectId} and ${counts} offset ${most - 1} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
