import Type from 'typebox';
import { assertPermission } from '../../src/access/delegation.ts';
import { membersAmong } from '../../src/knowledge/collections/queries.ts';
import { queryErrors } from '../../src/knowledge/errors.ts';
import { modelFor } from '../../src/knowledge/retrieval/query.ts';
import { exclusionsIn } from '../../src/models/queries.ts';
import { checkEach, errors, Problems } from '../../src/platform/errors.ts';
import type { RerankerEntry } from '../../src/platform/models/catalogue.ts';
import { getProjectConfig } from '../../src/projects/config.ts';
import { START_ERRORS } from '../../src/usage/start-check.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import {
  CollectionQuery,
  filtersOf,
  KnowledgeQuery,
  knowledgeQueryRecord,
  QUERY_FIELDS,
  QueryResult,
  USUAL_RESULTS,
} from './query-schemas.ts';
import { answerRequest } from './stored-queries.ts';

/** Reasons of errors of both queries. */
const QUERY_ERRORS = {
  402: START_ERRORS,
  409: ['MODEL_EXCLUDED'],
  502: [
    'MODEL_REJECTED',
    'MODEL_UNAUTHORIZED',
    'MODEL_CONTEXT_LENGTH',
    'MODEL_INVALID_ANSWER',
    'MODEL_REFUSED',
    'MODEL_FILTERED',
    'MODEL_CUT_OFF',
    'MODEL_NOT_CONFIGURED',
  ],
  503: ['MODEL_RATE_LIMITED', 'MODEL_UNAVAILABLE', 'MODEL_SILENT', 'QUERY_INTERRUPTED'],
  504: ['QUERY_TIMED_OUT'],
};

const EXAMPLE = {
  answer: 'Within 14 days of delivery.',
  found: true,
  citations: [
    {
      document_id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b5',
      title: 'Terms of delivery',
      chunk_id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b6',
      page: 2,
      quote: 'Goods may be returned within 14 days of delivery.',
    },
  ],
  results: [
    {
      id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b6',
      document_id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b5',
      title: 'Terms of delivery',
      position: 4,
      text: 'Goods may be returned within 14 days of delivery. The buyer bears the cost of their return.',
      page: 2,
      heading_path: ['Terms of delivery', 'Returns'],
      token_count: 21,
      score: 1,
      similarity: 0.71,
      coverage: 0.8,
      rerank_score: null,
    },
  ],
};

const ofCollection = operation(
  {
    id: 'collection.query',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/collection/{collection_id}/query',
    tag: 'Collections',
    summary: 'Find passages in a collection, and have a question answered from them',
    description:
      'Passages are found by meaning and by words. Of the answer every quote was looked for in the passage that it is said to be from; where none stands there, or nothing fits, it says that the answer is not in the documents. With `Prefer: wait=n` or `respond-async` it answers 202 with the record of the query if the answer takes longer; `query/{knowledge_query_id}` below this address reads it for 24 hours.',
    auth: { permission: 'collection:view' },
    request: {
      body: CollectionQuery,
      prefersWait: true,
      idempotent: false,
      example: { query: 'How long may goods be returned?', limit: 5 },
    },
    response: { schemas: { 200: QueryResult, 202: KnowledgeQuery }, errors: QUERY_ERRORS, example: EXAMPLE },
    audit: { event: null },
  },
  async ({ ctx, caller, params, body, request, reply }) => {
    const { orgId, projectId } = caller;
    const { query, results_only, llm_model_id, rerank_model, filters } = body;
    checkMayChoose(caller, llm_model_id ?? rerank_model);
    const refuse = (field: string) => (msg: string) => errors.invalid(field, msg, 'unknown_model');
    const config = await getProjectConfig(ctx.db, projectId);
    const exclusions = await exclusionsIn(ctx.db, orgId, projectId);
    const problems = new Problems();
    const named = () => modelFor(ctx.models, exclusions, llm_model_id ?? config.llm, refuse('llm_model_id'));
    const model = (await problems.of(() => (results_only ? null : named()))) ?? null;
    const reranker = await problems.of(() => rerankerOf(ctx, rerank_model, refuse('rerank_model')));
    await problems.of(() => checkMembers(ctx, params.collection_id, filters?.document_ids));
    problems.refuse();
    const limit = body.limit ?? config.knn ?? USUAL_RESULTS;
    const of = { collection_id: params.collection_id };
    return answerRequest({ ctx, caller, request, reply }, of, {
      query,
      limit,
      filters: filtersOf(filters),
      model,
      reranker,
      exclusions,
      config,
    });
  },
);

/**
 * A query is answered by the model that the project's editors chose. Who names another one has it paid for, which takes the right
 * to run things in the project. Throws a 403.
 */
function checkMayChoose(caller: Caller, model: string | null | undefined): void {
  if (model != null) assertPermission(caller, { type: 'project', id: caller.projectId }, 'task:run');
}

/** The reranker that a query names; undefined where it names none. */
function rerankerOf(
  { models }: ApiContext,
  named: string | undefined,
  refuse: (msg: string) => Error,
): RerankerEntry | undefined {
  const reranker = named === undefined ? undefined : models.findReranker(named);
  if (named !== undefined && reranker === undefined) throw refuse('is no reranker of the models file (`rerankers:`)');
  return reranker;
}

/** Throws a 422 on each document that a filter names and the collection has not. */
async function checkMembers({ db }: ApiContext, collectionId: string, ids: readonly string[] = []): Promise<void> {
  const members = new Set(ids.length === 0 ? [] : await membersAmong(db, collectionId, ids));
  checkEach(ids, (id, index) => {
    if (!members.has(id))
      throw errors.invalid(['filters', 'document_ids', index], 'is no document of the collection', 'unknown_resource');
  });
}

const ofDocument = operation(
  {
    id: 'document.query',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/document/{document_id}/query',
    tag: 'Documents',
    summary: 'Find passages in a document, and have a question answered from them',
    description: 'It answers as the query of a collection does, and takes what it is asked in its address.',
    auth: { permission: 'document:view' },
    request: { query: Type.Object(QUERY_FIELDS), prefersWait: true, idempotent: false },
    response: {
      schemas: { 200: QueryResult, 202: KnowledgeQuery },
      errors: { ...QUERY_ERRORS, 409: ['DOCUMENT_NOT_READY', 'MODEL_EXCLUDED'] },
      example: EXAMPLE,
    },
    audit: { event: null },
  },
  async ({ ctx, caller, parents, query: asked, request, reply }) => {
    const { orgId, projectId } = caller;
    const { query, results_only, llm_model_id, rerank_model } = asked;
    checkMayChoose(caller, llm_model_id ?? rerank_model);
    const { id, status } = parents.document_id;
    if (status !== 'ready') throw queryErrors.notReady(status);
    const refuse = (field: string) => (msg: string) => errors.invalidQuery(field, msg);
    const config = await getProjectConfig(ctx.db, projectId);
    const exclusions = await exclusionsIn(ctx.db, orgId, projectId);
    const problems = new Problems();
    const named = () => modelFor(ctx.models, exclusions, llm_model_id ?? config.llm, refuse('llm_model_id'));
    const model = (await problems.of(() => (results_only ? null : named()))) ?? null;
    const reranker = await problems.of(() => rerankerOf(ctx, rerank_model, refuse('rerank_model')));
    problems.refuse();
    const limit = asked.limit ?? config.knn ?? USUAL_RESULTS;
    const of = { document_id: id };
    return answerRequest({ ctx, caller, request, reply }, of, { query, limit, model, reranker, exclusions, config });
  },
);

const READ = {
  method: 'GET',
  summary: 'Read a query and its answer',
  description:
    'Only the caller who sent the query and callers with `project:edit` can read it. It is deleted 24 hours after it was sent, and with any document that its answer quotes.',
  response: { schemas: { 200: KnowledgeQuery } },
} as const;

const readOfCollection = operation(
  {
    ...READ,
    id: 'collection.read_query',
    path: '/org/{org_id}/project/{project_id}/collection/{collection_id}/query/{knowledge_query_id}',
    tag: 'Collections',
    auth: { permission: 'collection:view' },
  },
  ({ parents }) => knowledgeQueryRecord(parents.knowledge_query_id),
);

const readOfDocument = operation(
  {
    ...READ,
    id: 'document.read_query',
    path: '/org/{org_id}/project/{project_id}/document/{document_id}/query/{knowledge_query_id}',
    tag: 'Documents',
    auth: { permission: 'document:view' },
  },
  ({ parents }) => knowledgeQueryRecord(parents.knowledge_query_id),
);

export const QUERY_OPERATIONS = [ofCollection, ofDocument, readOfCollection, readOfDocument];
