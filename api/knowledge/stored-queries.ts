import { knowledgeQueryWorkflow } from '../../src/knowledge/queries/contract.ts';
import { findQuery, insertQuery, type NewQuery, WATCHED_QUERY } from '../../src/knowledge/queries/store.ts';
import type { SearchScope } from '../../src/knowledge/retrieval/contract.ts';
import { answerQuery, type Query } from '../../src/knowledge/retrieval/query.ts';
import { DomainError, type SubjectRef } from '../../src/platform/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import { startWorkflow } from '../../src/platform/temporal/workflow.ts';
import { assertCanStart, findAccount } from '../../src/usage/start-check.ts';
import type { Input } from '../operation.ts';
import { withDisconnectSignal } from '../plugins/disconnect.ts';
import { awaitRuns, getPreference, watchRuns } from '../plugins/waiting.ts';
import { NO_RESULT, toKnowledgeQueryRecord, toQueryRecord } from './query-schemas.ts';

export type QueryInput = Pick<Input<never, never, never, never>, 'ctx' | 'caller' | 'request' | 'reply'>;
/** Validated request. */
export type QueryFields = Omit<Query, 'id' | 'orgId' | 'projectId' | 'scope' | 'subject'>;

/**
 * Answers a query. A search without an answer runs within the request. A query with an answer or a Prefer header is stored
 * and runs as a workflow; the request waits for it and responds with 202 and its record if it takes too long.
 */
export async function respondToQuery(input: QueryInput, target: NewQuery['target'], fields: QueryFields) {
  const { ctx, caller, request } = input;
  const { orgId, projectId } = caller;
  if (fields.model !== null) assertCanStart(await findAccount(ctx.db, caller), ctx.config);
  const preference = getPreference(request);
  const id = newId();
  if (fields.model === null && !preference.async && preference.waitMs === undefined) {
    const query = {
      ...fields,
      id,
      orgId,
      projectId,
      subject: toSubjectRef(caller.subject),
      scope: toSearchScope(target),
    };
    return toQueryRecord(await withDisconnectSignal(request, (signal) => answerQuery(ctx, query, signal)));
  }
  return awaitAnswer(input, id, target, fields);
}

async function awaitAnswer(
  { ctx, caller, request, reply }: QueryInput,
  id: string,
  target: NewQuery['target'],
  fields: QueryFields,
) {
  const { orgId, projectId, subject: by } = caller;
  const { query, limit, filters, model, reranker, retrieval } = fields;
  const stored = { query, limit, filters, model: model?.name ?? null, reranker: reranker?.name ?? null, retrieval };
  const read = () => findQuery(ctx.db, projectId, id);
  using watch = watchRuns(ctx, WATCHED_QUERY, [id]);
  await insertQuery(ctx.db, { id, orgId, projectId, by, target, request: stored });
  const accepted = await read();
  const row = await awaitRuns(ctx, {
    watch,
    run: { accepted, started: startWorkflow(ctx, knowledgeQueryWorkflow(id, orgId)) },
    resource: 'knowledge_query',
    id,
    request,
    reply,
    read,
    isDone: ({ completed }) => completed !== null,
    location: `/org/${orgId}/project/${projectId}/${toTargetPath(target)}/query/${id}`,
  });
  if (reply.statusCode === 202) return toKnowledgeQueryRecord(row);
  if (row.error !== null) {
    const { status, reason, message, details, headers } = row.error;
    throw new DomainError(status, reason, message, details, headers);
  }
  return toQueryRecord(row.answer ?? NO_RESULT);
}

const toSubjectRef = ({ type, id }: SubjectRef): SubjectRef => ({ type, id });

function toSearchScope(target: NewQuery['target']): SearchScope {
  if ('collections' in target) return target.collections;
  return 'document_id' in target ? { documentId: target.document_id } : { collectionIds: [target.collection_id] };
}

function toTargetPath(target: NewQuery['target']): string {
  if ('collections' in target) return 'collection';
  return 'document_id' in target ? `document/${target.document_id}` : `collection/${target.collection_id}`;
}
