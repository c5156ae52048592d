import Type from 'typebox';
import { hasPermission } from '../../src/access/permissions.ts';
import { queryErrors } from '../../src/knowledge/errors.ts';
import { errors, Problems } from '../../src/platform/errors.ts';
import type { Problem } from '../../src/platform/messages.ts';
import { START_ERRORS } from '../../src/usage/start-check.ts';
import { operation } from '../operation.ts';
import { checkCollectionQuery, checkCollectionsQuery, checkQuery } from './query-checks.ts';
import {
  CollectionQuery,
  CollectionsQuery,
  KnowledgeQuery,
  QUERY_FIELDS,
  QueryResult,
  toKnowledgeQueryRecord,
} from './query-schemas.ts';
import { respondToQuery } from './stored-queries.ts';

/** Error reasons of requests that call a model. */
export const MODEL_ERRORS = {
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
  503: ['MODEL_RATE_LIMITED', 'MODEL_UNAVAILABLE', 'MODEL_SILENT'],
  504: ['QUERY_TIMED_OUT'],
};
/** Error reasons of queries. */
const QUERY_ERRORS = { ...MODEL_ERRORS, 402: START_ERRORS, 503: [...MODEL_ERRORS[503], 'QUERY_INTERRUPTED'] };

const EXAMPLE = {
  answer: 'Within 14 days of delivery.',
  found: true,
  citations: [
    {
      document_id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b5',
      title: 'Terms of delivery',
      chunk_id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b6',
      position: 4,
      page: 2,
      quote: 'Goods may be returned within 14 days of delivery.',
      start: 0,
      end: 49,
    },
  ],
  unsupported: [],
  warnings: [],
  retrieval_steps: [],
  results: [
    {
      id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b6',
      document_id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b5',
      title: 'Terms of delivery',
      collections: [{ id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b7', title: 'Terms and manuals' }],
      position: 4,
      text: 'Goods may be returned within 14 days of delivery. The buyer bears the cost of their return.',
      page: 2,
      heading_path: ['Terms of delivery', 'Returns'],
      token_count: 21,
      score: 1,
      similarity: 0.71,
      coverage: 0.8,
      rerank_score: null,
      context: [],
    },
  ],
};

const QUERY_DESCRIPTION =
  'Finds chunks by meaning and by words, and answers the question from them. Each quote of the answer is verified against its chunk; without a verified quote, the answer says that the documents do not contain it. With `Prefer: wait=n` or `respond-async` the response is 202 with the record of the query if the answer takes longer; `query/{knowledge_query_id}` returns it for 24 hours.';
const QUERY_REQUEST = {
  prefersWait: true,
  idempotent: false,
  example: { query: 'How long may goods be returned?', limit: 5 },
} as const;

const queryCollection = operation(
  {
    id: 'collection.query',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/collection/{collection_id}/query',
    tag: 'Collections',
    summary: 'Query a collection',
    description: QUERY_DESCRIPTION,
    auth: { permission: 'collection:view' },
    request: {
      ...QUERY_REQUEST,
      body: CollectionQuery,
      checks: (input) => checkCollectionQuery(input, input.params.collection_id),
    },
    response: { schemas: { 200: QueryResult, 202: KnowledgeQuery }, errors: QUERY_ERRORS, example: EXAMPLE },
    audit: { event: null },
  },
  async (input) => {
    const { collection_id } = input.params;
    const fields = await checkCollectionQuery(input, collection_id);
    return respondToQuery(input, { collection_id }, fields);
  },
);

const queryCollections = operation(
  {
    id: 'collections.query',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/collection/query',
    tag: 'Collections',
    summary: 'Query several collections',
    description: `Searches the collections in \`collection_ids\`, or all that the caller may view. ${QUERY_DESCRIPTION} Collections with different embedding models are searched each with its own; the scores are comparable.`,
    auth: { permission: 'collection:view', lists: 'collection' },
    request: { ...QUERY_REQUEST, body: CollectionsQuery, checks: checkCollectionsQuery },
    response: { schemas: { 200: QueryResult, 202: KnowledgeQuery }, errors: QUERY_ERRORS, example: EXAMPLE },
    audit: { event: null },
  },
  async (input) => {
    const { caller } = input;
    const { ids, fields } = await checkCollectionsQuery(input);
    // The ranking statement checks the roles on each collection, unless the project's role covers all.
    const viewer = hasPermission(caller.grants, 'collection:view') ? undefined : caller.subject;
    const scope = { collectionIds: ids, ...(viewer && { viewer: { type: viewer.type, id: viewer.id } }) };
    return respondToQuery(input, { collections: scope }, fields);
  },
);

const queryDocument = operation(
  {
    id: 'document.query',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/document/{document_id}/query',
    tag: 'Documents',
    summary: 'Query a document',
    description: 'Works like the query of a collection, with its fields as query parameters.',
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
    const { id, status } = parents.document_id;
    if (status !== 'ready') throw queryErrors.notReady(status);
    const toError = (field: string) => (found: Problem) => {
      const problem = { ...found, type: 'value_error' };
      return errors.invalidQuery(field, problem);
    };
    const input = { ctx, caller, request, reply };
    const fields = await checkQuery(input, asked, new Problems(), toError);
    return respondToQuery(input, { document_id: id }, fields);
  },
);

const READ_OPERATION = {
  method: 'GET',
  summary: 'Get a query and its answer',
  description:
    'Only the caller who sent the query and callers with `project:edit` can read it. The query is deleted 24 hours after it was sent, or earlier with a document that its answer quotes.',
  response: { schemas: { 200: KnowledgeQuery } },
} as const;

const readOfCollection = operation(
  {
    ...READ_OPERATION,
    id: 'collection.read_query',
    path: '/org/{org_id}/project/{project_id}/collection/{collection_id}/query/{knowledge_query_id}',
    tag: 'Collections',
    auth: { permission: 'collection:view' },
  },
  ({ parents }) => toKnowledgeQueryRecord(parents.knowledge_query_id),
);

const readOfSeveral = operation(
  {
    ...READ_OPERATION,
    id: 'collections.read_query',
    path: '/org/{org_id}/project/{project_id}/collection/query/{knowledge_query_id}',
    tag: 'Collections',
    auth: { permission: 'collection:view', lists: 'collection' },
  },
  ({ parents }) => toKnowledgeQueryRecord(parents.knowledge_query_id),
);

const readOfDocument = operation(
  {
    ...READ_OPERATION,
    id: 'document.read_query',
    path: '/org/{org_id}/project/{project_id}/document/{document_id}/query/{knowledge_query_id}',
    tag: 'Documents',
    auth: { permission: 'document:view' },
  },
  ({ parents }) => toKnowledgeQueryRecord(parents.knowledge_query_id),
);

export const QUERY_OPERATIONS = [
  queryCollection,
  queryCollections,
  queryDocument,
  readOfCollection,
  readOfSeveral,
  readOfDocument,
];
