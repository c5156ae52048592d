import { Context } from '@temporalio/activity';
import { queryErrors } from '../../src/knowledge/errors.ts';
import { type KnowledgeQueryActivities, knowledgeQueryWorkflow } from '../../src/knowledge/queries/contract.ts';
import {
  completeQuery,
  deleteOldQueries,
  findOpenQuery,
  type KnowledgeQueryRow,
  listUnansweredQueries,
  type QueryError,
  storeRetrievalProgress,
} from '../../src/knowledge/queries/store.ts';
import type { SearchScope } from '../../src/knowledge/retrieval/contract.ts';
import { type IterativeRetrieval, runRetrievalStep, toRetrieved } from '../../src/knowledge/retrieval/iterative.ts';
import { answerQuery, getIterativeRetrieval, type Query, toQueryError } from '../../src/knowledge/retrieval/query.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { DomainError } from '../../src/platform/errors.ts';
import type { Message } from '../../src/platform/messages.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { getUnavailableDelayMs } from '../../src/platform/models/retry-policy.ts';
import { startWorkflow } from '../../src/platform/temporal/workflow.ts';
import { getProjectConfig } from '../../src/projects/config.ts';
import type { ActivityContext } from '../context.ts';
import { withHeartbeat } from '../heartbeat.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';
import { canRetry, getRetryDelayMs, retryLater } from '../model-failure.ts';

/** Activities of stored queries. */
export function queryActivities(ctx: ActivityContext): KnowledgeQueryActivities {
  return {
    answerQuery: ({ queryId }) => withHeartbeat((signal) => answerStoredQuery(ctx, queryId, signal)),
    failQuery: ({ queryId, problem }) =>
      completeQuery(ctx.db, queryId, { error: toStoredError(queryErrors.interrupted(problem)) }),
  };
}

async function answerStoredQuery(
  ctx: ActivityContext,
  id: string,
  signal: AbortSignal,
): Promise<{ readonly state: 'next' } | undefined> {
  const row = await findOpenQuery(ctx.db, id);
  if (row === undefined) return undefined;
  try {
    const query = await toQuery(ctx, row);
    const retrieval = getIterativeRetrieval(ctx, query, signal);
    if (retrieval !== undefined && !row.progress?.isComplete) {
      await runStep(ctx, row, retrieval, signal);
      return { state: 'next' };
    }
    const retrieved = row.progress === null ? undefined : toRetrieved(row.progress, query.limit);
    await completeQuery(ctx.db, id, { answer: await answerQuery(ctx, query, signal, retrieved) });
  } catch (error) {
    // An aborted attempt does not fail the query: another worker repeats it.
    if (signal.aborted || !(error instanceof DomainError)) throw error;
    await completeQuery(ctx.db, id, { error: toStoredError(error) });
  }
  return undefined;
}

/** Runs and stores a step of a retrieval. An outage of a model is waited for. */
async function runStep(
  ctx: ActivityContext,
  { id, org_id: orgId, progress }: KnowledgeQueryRow,
  retrieval: IterativeRetrieval,
  signal: AbortSignal,
): Promise<void> {
  const warnings: Message[] = [];
  const onWarning = (warning: Message) => void warnings.push(warning);
  try {
    const next = await runRetrievalStep(ctx, retrieval, progress, { signal, onWarning });
    await storeRetrievalProgress(ctx.db, id, { ...next, warnings: [...next.warnings, ...warnings] });
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelCallError)) throw toQueryError(error, orgId);
    const { attempt, scheduledTimestampMs } = Context.current().info;
    const isAwaited = error.isAway && Date.now() - scheduledTimestampMs < ctx.config.modelMaxWaitMs;
    if (isAwaited) throw retryLater(error, getUnavailableDelayMs(error, attempt));
    if (canRetry(error, attempt)) throw retryLater(error, getRetryDelayMs(error, attempt));
    throw toQueryError(error, orgId);
  }
}

/**
 * Converts a row to a query with the current model rules. Throws a DomainError if its model or reranker is no longer
 * configured.
 */
async function toQuery({ db, models }: ActivityContext, row: KnowledgeQueryRow): Promise<Query> {
  const { id, org_id: orgId, project_id: projectId, request } = row;
  const subject = { type: row.created_by_type, id: row.created_by };
  const { model: modelName, reranker: rerankerName, collections: _, ...fields } = request;
  const model = modelName === null ? null : models.find(modelName);
  if (model === undefined) throw queryErrors.notConfigured(`model ${modelName}`);
  const reranker = rerankerName === null ? undefined : models.findReranker(rerankerName);
  if (rerankerName !== null && reranker === undefined) throw queryErrors.notConfigured(`reranker ${rerankerName}`);
  const [config, exclusions] = [
    await getProjectConfig(db, projectId),
    await listEffectiveExclusions(db, orgId, projectId),
  ];
  return { ...fields, id, orgId, projectId, subject, exclusions, scope: toSearchScope(row), model, reranker, config };
}

function toSearchScope({ collection_id, document_id, request }: KnowledgeQueryRow): SearchScope {
  if (request.collections !== undefined) return request.collections;
  if (document_id !== null) return { documentId: document_id };
  return { collectionIds: collection_id === null ? [] : [collection_id] };
}

function toStoredError({ status, reason, message, details, headers }: DomainError): QueryError {
  return { status, reason, message, details, headers };
}

/** Starts missing workflows of queries. */
async function startUnansweredQueries(ctx: MaintenanceContext): Promise<void> {
  for (const { id, org_id } of await listUnansweredQueries(ctx.db, ctx.graceSeconds))
    await startWorkflow(ctx, knowledgeQueryWorkflow(id, org_id));
}

export const QUERY_JOBS: readonly MaintenanceJob[] = [
  { name: 'start unanswered queries', everyCycles: 1, run: startUnansweredQueries },
  { name: 'delete old queries', everyCycles: 20, run: ({ db }) => deleteOldQueries(db) },
];
