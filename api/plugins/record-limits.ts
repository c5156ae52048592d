import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../src/platform/db/client.ts';
import type { Database } from '../../src/platform/db/schema.ts';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';

/** The records that an operation creates in a project. */
interface RecordLimit {
  readonly table: keyof Database;
  /** Plural name in the error. */
  readonly label: string;
  /** Condition on rows that count. Default: all rows. */
  readonly condition?: RawBuilder<unknown>;
}

const NOT_DELETED = sql`deleted_at is null`;

const TAGS: RecordLimit = { table: 'tags', label: 'tags' };
const SHARES: RecordLimit = {
  table: 'shares',
  label: 'shares',
  condition: sql`active and (expires_at is null or expires_at > now())`,
};
const TRIGGERS: RecordLimit = { table: 'triggers', label: 'triggers', condition: NOT_DELETED };
const EVAL_SETS: RecordLimit = { table: 'eval_sets', label: 'eval sets', condition: NOT_DELETED };

/** Operations limited to RECORDS_PER_PROJECT records of their kind. Documents and runs are limited by credits instead. */
const RECORD_LIMITS: Readonly<Record<string, RecordLimit>> = {
  'task.create': { table: 'tasks', label: 'tasks', condition: NOT_DELETED },
  'task_agent.create': { table: 'agents', label: 'agents', condition: NOT_DELETED },
  'skill.create': { table: 'skills', label: 'skills', condition: NOT_DELETED },
  'task_mcp_server.create': { table: 'mcp_servers', label: 'MCP servers', condition: NOT_DELETED },
  'integration.create': { table: 'integrations', label: 'integrations', condition: NOT_DELETED },
  'task_forwarder.create': { table: 'task_forwarders', label: 'forwarders', condition: NOT_DELETED },
  'oauth_client.create': { table: 'oauth_clients', label: 'OAuth clients', condition: NOT_DELETED },
  'identity.api_key.create': { table: 'api_keys', label: 'API keys', condition: sql`revoked_at is null` },
  'collection.create': { table: 'collections', label: 'collections' },
  'reporting_group.create': { table: 'reporting_groups', label: 'reporting groups', condition: NOT_DELETED },
  'knowledge_source.create': { table: 'knowledge_sources', label: 'knowledge sources', condition: NOT_DELETED },
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

/** Whether an operation fails once a project has RECORDS_PER_PROJECT records of its kind. */
export function hasRecordLimit({ id }: Pick<Operation, 'id'>): boolean {
  return Object.hasOwn(RECORD_LIMITS, id);
}

/**
 * Rejects creation once a project has RECORDS_PER_PROJECT records of the kind, because lists, searches and exports scan all
 * of them. Concurrent requests can exceed the limit by a few.
 */
export function limitRecords(app: FastifyInstance, { db, config }: ApiContext): void {
  const limit = config.recordsPerProject;
  if (limit === 0) return;
  app.addHook('preHandler', async ({ routeOptions, caller }) => {
    const recordLimit = RECORD_LIMITS[routeOptions.config.operation?.id ?? ''];
    if (recordLimit && caller && (await hasReachedLimit(db, recordLimit, caller.projectId, limit)))
      throw errors.tooManyRecords(recordLimit.label, limit);
  });
}

/** Whether a project has at least `limit` records. Reads at most that many rows. */
async function hasReachedLimit(
  db: Executor,
  { table, condition = sql`true` }: RecordLimit,
  projectId: string,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where project_id = ${projectId} and ${condition} offset ${limit - 1} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
