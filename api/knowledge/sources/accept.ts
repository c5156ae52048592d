import type { FastifyRequest } from 'fastify';
import { sourceErrors } from '../../../src/knowledge/errors.ts';
import type { SourceRow } from '../../../src/knowledge/sources/queries.ts';
import { sourceRunKind } from '../../../src/knowledge/sources/run-kind.ts';
import { findSourceRun, insertSourceRun, type SourceRunRow } from '../../../src/knowledge/sources/runs.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import { acceptRun } from '../../../src/runs/accept.ts';
import { startRun } from '../../../src/runs/start.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { toRunRequest } from '../../runs/run-request.ts';

/** Request that starts a run. */
interface SyncRequest {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** Source settings that a run uses. */
type PlannedSource = Pick<SourceRow, 'id' | 'kind' | 'config' | 'collection_ids' | 'strategy'>;

/** Starts a run and returns it. A repeat with the same Idempotency-Key returns the first run. */
export async function startSync(input: SyncRequest, plan: () => Promise<PlannedSource>): Promise<SourceRunRow> {
  const { ctx, caller, request } = input;
  const { orgId, projectId } = caller;
  const id = request.earlierRun ?? newId();
  if (request.earlierRun !== undefined) await startRun(ctx, sourceRunKind, id, orgId);
  else await insertSync(input, id, await plan());
  return orNotFound(await findSourceRun(ctx.db, projectId, id), 'source_run', id);
}

async function insertSync(
  input: SyncRequest,
  id: string,
  { id: sourceId, kind, config, collection_ids, strategy }: PlannedSource,
) {
  const { ctx, caller } = input;
  if (kind === 'web' && (config.urls as readonly string[]).length === 0) throw sourceErrors.nothingToSync(sourceId);
  const runRequest = toRunRequest(input, 'source_run', id);
  const { orgId, projectId, subject: by } = caller;
  const plan = { config, collection_ids, strategy };
  const run = { id, orgId, projectId, sourceId, plan, triggerType: runRequest.triggerType, by };
  const { started } = await acceptRun(ctx, sourceRunKind, runRequest, orgId, (db) => insertSourceRun(db, run));
  await started;
}
