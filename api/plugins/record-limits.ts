import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
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
  /** Column that is set once a record is gone; null where rows are removed. */
  readonly gone: 'deleted_at' | 'revoked_at' | null;
}

const TAGS: Bounded = { table: 'tags', of: 'tags', gone: null };
const SHARES: Bounded = { table: 'shares', of: 'shares', gone: null };
const DOCUMENTS: Bounded = { table: 'documents', of: 'documents', gone: 'deleted_at' };
const TRIGGERS: Bounded = { table: 'triggers', of: 'triggers', gone: 'deleted_at' };
const EVAL_SETS: Bounded = { table: 'eval_sets', of: 'eval sets', gone: 'deleted_at' };

/** Operations that make a record of a project, each held to RECORDS_PER_PROJECT of its kind. */
const BOUNDED: Readonly<Record<string, Bounded>> = {
  'task.create': { table: 'tasks', of: 'tasks', gone: 'deleted_at' },
  'task_agent.create': { table: 'agents', of: 'agents', gone: 'deleted_at' },
  'skill.create': { table: 'skills', of: 'skills', gone: 'deleted_at' },
  'task_mcp_server.create': { table: 'mcp_servers', of: 'MCP servers', gone: 'deleted_at' },
  'integration.create': { table: 'integrations', of: 'integrations', gone: 'deleted_at' },
  'task_forwarder.create': { table: 'task_forwarders', of: 'forwarders', gone: 'deleted_at' },
  'oauth_client.create': { table: 'oauth_clients', of: 'OAuth clients', gone: 'deleted_at' },
  'identity.api_key.create': { table: 'api_keys', of: 'API keys', gone: 'revoked_at' },
  'collection.create': { table: 'collections', of: 'collections', gone: null },
  'reporting_group.create': { table: 'reporting_groups', of: 'reporting groups', gone: 'deleted_at' },
  'knowledge_source.create': { table: 'knowledge_sources', of: 'knowledge sources', gone: 'deleted_at' },
  'document.create': DOCUMENTS,
  'document.upload': DOCUMENTS,
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
async function hasRows(db: Executor, { table, gone }: Bounded, projectId: string, most: number): Promise<boolean> {
  const isThere = gone === null ? sql`` : sql`and ${sql.ref(gone)} is null`;
  const { rows } = await sql`
    select from ${sql.table(table)} where project_id = ${projectId} ${isThere} offset ${most - 1} limit 1`.execute(db);
  return rows.length > 0;
}
