import Type, { type Static } from 'typebox';
import { KNOWLEDGE_QUERY_STATUSES } from '../../src/knowledge/queries/contract.ts';
import type { KnowledgeQueryRow } from '../../src/knowledge/queries/store.ts';
import { NOT_IN_DOCUMENTS } from '../../src/knowledge/retrieval/answer.ts';
import type { Hit } from '../../src/knowledge/retrieval/contract.ts';
import { SearchFilterFields } from '../../src/knowledge/retrieval/filters.ts';
import type { QueryAnswer } from '../../src/knowledge/retrieval/query.ts';
import { RETRIEVAL_FIELDS } from '../../src/knowledge/retrieval/settings.ts';
import { MessageRecord } from '../../src/platform/message-schemas.ts';
import { Id, NonBlankText, Nullable, StringEnum, Timestamp } from '../../src/platform/schemas.ts';

/** Maximum length of a query in characters. */
const MAX_QUERY_LENGTH = 4000;
/** Default number of results. */
export const DEFAULT_RESULTS = 10;

/** Fields of every query, in the body or as query parameters. */
export const QUERY_FIELDS = {
  query: NonBlankText(MAX_QUERY_LENGTH, { description: 'Question or search terms.' }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: `Maximum number of results. Default: the \`knn\` of the project, else ${DEFAULT_RESULTS}.`,
    }),
  ),
  results_only: Type.Boolean({
    default: false,
    description: 'Whether to return results only, without an answer by a model.',
  }),
  llm_model_id: Type.Optional(
    NonBlankText(200, {
      description:
        'ID or name of the model that answers. Default: the `llm` of the project, else the first suitable model of the catalog.',
    }),
  ),
  rerank_model: Type.Optional(
    NonBlankText(200, {
      description:
        'Name of the reranker that sorts the results. Default: the `rerank_model` of the project, else the reranker that RERANK_MODEL names.',
    }),
  ),
  ...RETRIEVAL_FIELDS,
};

export const CollectionQuery = Type.Object({ ...QUERY_FIELDS, filters: Type.Optional(SearchFilterFields) });

/** Query of several collections. */
export const CollectionsQuery = Type.Object({
  ...QUERY_FIELDS,
  collection_ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 100,
      description: 'IDs of the collections to search. Default: all that the caller may view.',
    }),
  ),
  filters: Type.Optional(SearchFilterFields),
});

const Citation = Type.Object({
  document_id: Id,
  title: Type.String(),
  chunk_id: Id,
  position: Type.Integer({ description: 'Position of the chunk in the document, from 0.' }),
  page: Nullable(
    Type.Integer({ description: 'Page on which the quote starts, from 1. Null if the format has no pages.' }),
  ),
  quote: Type.String({ description: 'Verified verbatim quote from the chunk.' }),
  start: Type.Integer({ description: 'Start of the quote in the text of the chunk, in UTF-16 code units.' }),
  end: Type.Integer({ description: 'End of the quote in the text of the chunk, exclusive.' }),
});

const UnsupportedSentence = Type.Object({
  start: Type.Integer({ description: 'Start of the sentence in `answer`, in UTF-16 code units.' }),
  end: Type.Integer({ description: 'End of the sentence in `answer`, exclusive.' }),
  text: Type.String({ description: 'The sentence.' }),
  values: Type.Array(Type.String(), {
    description: 'Numbers, dates and names in the sentence that no citation quotes.',
  }),
});

const Result = Type.Object({
  id: Id,
  document_id: Id,
  title: Type.String({ description: 'Title of the document.' }),
  collections: Type.Array(Type.Object({ id: Id, title: Type.String() }), {
    description: 'Searched collections that contain the document. Empty for a query of one document.',
  }),
  position: Type.Integer({ description: 'Position in the document, from 0.' }),
  text: Type.String(),
  page: Nullable(Type.Integer({ description: 'First page, from 1. Null if the format has no pages.' })),
  heading_path: Type.Array(Type.String()),
  token_count: Type.Integer(),
  score: Type.Number({
    description: 'Fused score above 0 and up to 1. 1 if the chunk ranks first by meaning and by words.',
  }),
  similarity: Nullable(Type.Number({ description: 'Cosine similarity to the query.' })),
  coverage: Type.Number({
    description: 'Share of the query words in the chunk from 0 to 1, with rare words weighted higher.',
  }),
  rerank_score: Nullable(
    Type.Number({
      description: 'Score of the reranker on its own scale. Null without a reranker or if it failed.',
    }),
  ),
  context: Type.Array(
    Type.Object({
      id: Id,
      position: Type.Integer({ description: 'Position in the document, from 0.' }),
      page: Nullable(Type.Integer({ description: 'First page, from 1. Null if the format has no pages.' })),
      text: Type.String(),
    }),
    { description: 'Surrounding chunks as `passage_context` requests, without those of an earlier result.' },
  ),
});

const Step = Type.Object({
  queries: Type.Array(Type.String()),
  found: Type.Integer({ description: 'Number of chunks that no earlier step found.' }),
});

const RESULT_FIELDS = {
  answer: Nullable(
    Type.String({
      description: `Answer. \`${NOT_IN_DOCUMENTS}\` if \`found\` is false; null with \`results_only\`.`,
    }),
  ),
  found: Nullable(Type.Boolean({ description: 'Whether the documents answer the query. Null with `results_only`.' })),
  citations: Type.Array(Citation),
  unsupported: Type.Array(UnsupportedSentence, {
    description:
      'Sentences of the answer with numbers, dates or names that no citation quotes. Names are compared with the headings and the title of the cited chunk, too.',
  }),
  warnings: Type.Array(MessageRecord, {
    description: 'Limits of the result, such as dropped quotes or a failed reranker.',
  }),
  retrieval_steps: Type.Array(Step, {
    description: 'Searches of an iterative retrieval in order. Empty for a single search.',
  }),
  results: Type.Array(Result, { description: 'Chunks, best first.' }),
};

export const QueryResult = Type.Object(RESULT_FIELDS, { title: 'QueryResult' });

/** Stored query. */
export const KnowledgeQuery = Type.Object(
  {
    id: Id,
    status: StringEnum(KNOWLEDGE_QUERY_STATUSES, {
      description: 'Status. `completed` sets `answer`, `found`, `citations` and `results`; `failed` sets `error`.',
    }),
    collection_id: Nullable(Id),
    document_id: Nullable(Id),
    collection_ids: Nullable(
      Type.Array(Id, { description: 'Collections of a query of several collections. Null for all.' }),
    ),
    query: Type.String(),
    ...RESULT_FIELDS,
    error: Nullable(
      Type.Object({
        reason: Type.String({ description: 'Reason code, as in the error of a request that waits.' }),
        message: Type.String(),
      }),
    ),
    created: Timestamp,
    completed: Nullable(Timestamp),
  },
  { title: 'KnowledgeQuery' },
);

/** Converts an answer to its wire form. */
export function toQueryRecord({ hits, answer, warnings, steps = [] }: QueryAnswer): Static<typeof QueryResult> {
  const citations = (answer?.citations ?? []).map(({ documentId, chunkId, ...rest }) => {
    return { ...rest, document_id: documentId, chunk_id: chunkId };
  });
  return {
    answer: answer?.answer ?? null,
    found: answer?.found ?? null,
    citations,
    unsupported: (answer?.unsupported ?? []).map((sentence) => ({ ...sentence, values: [...sentence.values] })),
    warnings: [...warnings],
    retrieval_steps: steps.map(({ queries, found }) => ({ queries: [...queries], found })),
    results: hits.map(toResultRecord),
  };
}

/** A query without a result yet. */
export const NO_RESULT: QueryAnswer = { hits: [], answer: null, warnings: [] };

/** Converts a stored query to its wire form. */
export function toKnowledgeQueryRecord(row: KnowledgeQueryRow): Static<typeof KnowledgeQuery> {
  const { id, status, collection_id, document_id, request, answer, error, created, completed } = row;
  return {
    id,
    status,
    collection_id,
    document_id,
    collection_ids: request.collections?.collectionIds ? [...request.collections.collectionIds] : null,
    query: request.query,
    ...toQueryRecord(answer ?? NO_RESULT),
    error: error && { reason: error.reason, message: error.message },
    created: created.toISOString(),
    completed: completed?.toISOString() ?? null,
  };
}

function toResultRecord({
  chunkId,
  documentId,
  headingPath,
  tokenCount,
  rerankScore,
  collections = [],
  context = [],
  ...rest
}: Hit): Static<typeof Result> {
  const ids = { id: chunkId, document_id: documentId, token_count: tokenCount, rerank_score: rerankScore };
  const around = context.map(({ chunkId: id, position, page, text }) => ({ id, position, page, text }));
  return { ...rest, ...ids, collections: [...collections], heading_path: [...headingPath], context: around };
}
