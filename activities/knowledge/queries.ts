import { queryErrors } from '../../src/knowledge/errors.ts';
import { type KnowledgeQueryActivities, knowledgeQueryWorkflow } from '../../src/knowledge/queries/contract.ts';
import {
  completeQuery,
  deleteOldQueries,
  findOpenQuery,
  type KnowledgeQueryRow,
  listUnansweredQueries,
  type QueryError,
} from '../../src/knowledge/queries/store.ts';
import type { SearchScope } from '../../src/knowledge/retrieval/contract.ts';
import { answerQuery, type Query } from '../../src/knowledge/retrieval/query.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { startWorkflow } from '../../src/platform/temporal/workflow.ts';
import { getProjectConfig } from '../../src/projects/config.ts';
import type { ActivityContext } from '../context.ts';
import { withHeartbeat } from '../heartbeat.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';

/** Activities of stored queries. */
export function queryActivities(ctx: ActivityContext): KnowledgeQueryActivities {
  return {
    answerQuery: ({ queryId }) => withHeartbeat((signal) => answerStoredQuery(ctx, queryId, signal)),
    failQuery: ({ queryId, problem }) =>
      completeQuery(ctx.db, queryId, { error: toQueryError(queryErrors.interrupted(problem)) }),
  };
}

async function answerStoredQuery(ctx: ActivityContext, id: string, signal: AbortSignal): Promise<void> {
  const row = await findOpenQuery(ctx.db, id);
  if (row === undefined) return;
  try {
    const stored = await answerQuery(ctx, await toQuery(ctx, row), signal);
    await completeQuery(ctx.db, id, { answer: stored });
  } catch (error) {
    // An aborted attempt does not fail the query: another worker repeats it.
    if (signal.aborted || !(error instanceof DomainError)) throw error;
    await completeQuery(ctx.db, id, { error: toQueryError(error) });
  }
}

/**
 * Converts a row to a query with the current model rules. Throws a DomainError if its model or reranker is no longer
 * configured.
 */
async function toQuery({ db, models }: ActivityContext, row: KnowledgeQueryRow): Promise<Query> {
  const { id, org_id: orgId, project_id: projectId, request } = row;
  const { model: modelName, reranker: rerankerName, collections: _, ...fields } = request;
  const model = modelName === null ? null : models.find(modelName);
  if (model === undefined) throw queryErrors.notConfigured(`model ${modelName}`);
  const reranker = rerankerName === null ? undefined : models.findReranker(rerankerName);
  if (rerankerName !== null && reranker === undefined) throw queryErrors.notConfigured(`reranker ${rerankerName}`);
  const [config, exclusions] = [
    await getProjectConfig(db, projectId),
    await listEffectiveExclusions(db, orgId, projectId),
  ];
  return { ...fields, id, orgId, projectId, exclusions, scope: toSearchScope(row), model, reranker, config };
}

function toSearchScope({ collection_id, document_id, request }: KnowledgeQueryRow): SearchScope {
  if (request.collections !== undefined) return request.collections;
  if (document_id !== null) return { documentId: document_id };
  return { collectionIds: collection_id === null ? [] : [collection_id] };
}

function toQueryError({ status, reason, message, details, headers }: DomainError): QueryError {
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
