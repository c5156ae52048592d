import { knowledgeQueryWorkflow } from '../../src/knowledge/queries/contract.ts';
import { findQuery, insertQuery, type NewQuery, WATCHED_QUERY } from '../../src/knowledge/queries/store.ts';
import { answerQuery, type Query } from '../../src/knowledge/retrieval/query.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import { startWorkflow } from '../../src/platform/temporal/workflow.ts';
import { assertCanStart, findAccount } from '../../src/usage/start-check.ts';
import type { Input } from '../operation.ts';
import { withDisconnectSignal } from '../plugins/disconnect.ts';
import { awaitRuns, getPreference } from '../plugins/waiting.ts';
import { knowledgeQueryRecord, queryRecord } from './query-schemas.ts';

type QueryInput = Pick<Input<never, never, never, never>, 'ctx' | 'caller' | 'request' | 'reply'>;
/** What a validated request asks. */
type Asked = Omit<Query, 'id' | 'orgId' | 'projectId' | 'scope'>;

/**
 * Answers a query. A search for passages alone runs within the request. What a model answers, and what a Prefer header speaks
 * of, is stored and runs as a workflow; the request waits for it and answers 202 with its record if that takes too long.
 */
export async function answerRequest(input: QueryInput, of: NewQuery['of'], asked: Asked) {
  const { ctx, caller, request } = input;
  const { orgId, projectId } = caller;
  if (asked.model !== null) assertCanStart(await findAccount(ctx.db, caller), ctx.config);
  const preference = getPreference(request);
  const id = newId();
  if (asked.model === null && !preference.async && preference.waitMs === undefined) {
    const scope = 'document_id' in of ? { documentId: of.document_id } : { collectionIds: [of.collection_id] };
    const query = { ...asked, id, orgId, projectId, scope };
    return queryRecord(await withDisconnectSignal(request, (gone) => answerQuery(ctx, query, gone)));
  }
  return awaitAnswer(input, id, of, asked);
}

async function awaitAnswer({ ctx, caller, request, reply }: QueryInput, id: string, of: NewQuery['of'], asked: Asked) {
  const { orgId, projectId, subject: by } = caller;
  const { query, limit, filters, model, reranker } = asked;
  const stored = { query, limit, filters, model: model?.name ?? null, reranker: reranker?.name ?? null };
  const read = () => findQuery(ctx.db, projectId, id);
  const begin = async () => {
    await insertQuery(ctx.db, { id, orgId, projectId, by, of, request: stored });
    const accepted = await read();
    return { accepted, started: startWorkflow(ctx, knowledgeQueryWorkflow(id, orgId)) };
  };
  const row = await awaitRuns(ctx, {
    resource: 'knowledge_query',
    kind: WATCHED_QUERY,
    id,
    ids: [id],
    request,
    reply,
    read,
    isDone: ({ completed }) => completed !== null,
    start: begin,
    location: `/org/${orgId}/project/${projectId}/${pathOf(of)}/query/${id}`,
  });
  if (reply.statusCode === 202) return knowledgeQueryRecord(row);
  if (row.error !== null) {
    const { status, reason, message, details, headers } = row.error;
    throw new DomainError(status, reason, message, details, headers);
  }
  return queryRecord(row.answer ?? { hits: [], answer: null });
}

function pathOf(of: NewQuery['of']): string {
  return 'document_id' in of ? `document/${of.document_id}` : `collection/${of.collection_id}`;
}
