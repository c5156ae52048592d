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

/** Who asks for a run. */
interface Asked {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** What a run is to sync. */
type Planned = Pick<SourceRow, 'id' | 'kind' | 'config' | 'collection_ids' | 'strategy'>;

/** Accepts a run and answers it as it is then. A repeat under the same Idempotency-Key finds that of the first. */
export async function acceptSync(asked: Asked, plan: () => Promise<Planned>): Promise<SourceRunRow> {
  const { ctx, caller, request } = asked;
  const { orgId, projectId } = caller;
  const id = request.earlierRun ?? newId();
  if (request.earlierRun !== undefined) await startRun(ctx, sourceRunKind, id, orgId);
  else await accept(asked, id, await plan());
  return orNotFound(await findSourceRun(ctx.db, projectId, id), 'source_run', id);
}

async function accept(asked: Asked, id: string, { id: sourceId, kind, config, collection_ids, strategy }: Planned) {
  const { ctx, caller } = asked;
  if (kind === 'web' && (config.urls as readonly string[]).length === 0) throw sourceErrors.nothingToSync(sourceId);
  const order = toRunRequest(asked, 'source_run', id);
  const { orgId, projectId, subject: by } = caller;
  const plan = { config, collection_ids, strategy };
  const run = { id, orgId, projectId, sourceId, plan, triggerType: order.triggerType, by };
  const { started } = await acceptRun(ctx, sourceRunKind, order, orgId, (db) => insertSourceRun(db, run));
  await started;
}
