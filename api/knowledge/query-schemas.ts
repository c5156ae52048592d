import Type, { type Static } from 'typebox';
import { DOCUMENT_SOURCES } from '../../src/knowledge/contract.ts';
import { KNOWLEDGE_QUERY_STATUSES } from '../../src/knowledge/queries/contract.ts';
import type { KnowledgeQueryRow } from '../../src/knowledge/queries/store.ts';
import { NOT_IN_DOCUMENTS } from '../../src/knowledge/retrieval/answer.ts';
import type { Hit } from '../../src/knowledge/retrieval/contract.ts';
import type { QueryAnswer } from '../../src/knowledge/retrieval/query.ts';
import { Id, NonEmpty, Nullable, OneOf, Timestamp } from '../schemas.ts';

/** Most characters of a query. */
const LONGEST_QUERY = 4000;
/** Passages that are found where nobody says how many. */
export const USUAL_RESULTS = 10;

/** What every query says, in a body or in the address. */
export const QUERY_FIELDS = {
  query: NonEmpty(LONGEST_QUERY, { description: 'a question, or words to look for' }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: `most passages that are found; the \`knn\` that was chosen for the project where it is left out, else ${USUAL_RESULTS}`,
    }),
  ),
  results_only: Type.Boolean({ default: false, description: 'whether passages are enough: no model is asked then' }),
  llm_model_id: Type.Optional(
    NonEmpty(200, {
      description:
        'id or name of the model that answers; the `llm` of the project where it is left out, else the first of the catalogue that can',
    }),
  ),
  rerank_model: Type.Optional(
    NonEmpty(200, {
      description:
        'name of the reranker that puts passages into order in the end; that of RERANK_MODEL where it is left out',
    }),
  ),
};

/** What documents have to be for their passages to be found; of each list one suffices. */
const Filters = Type.Object({
  tags: Type.Optional(Type.Array(NonEmpty(60), { maxItems: 50, description: 'names or ids of tags of documents' })),
  sources: Type.Optional(Type.Array(OneOf(DOCUMENT_SOURCES), { maxItems: 10, description: 'how documents came' })),
  document_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
});

export const CollectionQuery = Type.Object({ ...QUERY_FIELDS, filters: Type.Optional(Filters) });

const Citation = Type.Object({
  document_id: Id,
  title: Type.String(),
  chunk_id: Id,
  page: Nullable(Type.Integer()),
  quote: Type.String({ description: 'letter by letter as it stands in the passage, which was checked' }),
});

const Result = Type.Object({
  id: Id,
  document_id: Id,
  title: Type.String({ description: 'title of the document' }),
  position: Type.Integer({ description: 'its place in the document, from 0' }),
  text: Type.String(),
  page: Nullable(Type.Integer({ description: 'on which it begins, from 1; null where the format has no pages' })),
  heading_path: Type.Array(Type.String()),
  token_count: Type.Integer(),
  score: Type.Number({ description: 'above 0 and at most 1; 1 where it is the first by meaning and by words' }),
  similarity: Nullable(Type.Number({ description: 'cosine of the angle between its vector and that of the query' })),
  coverage: Type.Number({ description: 'share of the words of the query that stand in it, rare ones counting more' }),
  rerank_score: Nullable(
    Type.Number({
      description: 'what the reranker makes of it, on its own scale; null where none was asked, or it failed',
    }),
  ),
});

const RESULT_FIELDS = {
  answer: Nullable(
    Type.String({
      description: `\`${NOT_IN_DOCUMENTS}\` where \`found\` is false; null where only results were wanted`,
    }),
  ),
  found: Nullable(
    Type.Boolean({ description: 'whether the documents answer the query; null where nobody judged that' }),
  ),
  citations: Type.Array(Citation),
  results: Type.Array(Result, { description: 'passages, the best first' }),
};

export const QueryResult = Type.Object(RESULT_FIELDS, { title: 'QueryResult' });

/** A query that a request did not wait for until its end. */
export const KnowledgeQuery = Type.Object(
  {
    id: Id,
    status: OneOf(KNOWLEDGE_QUERY_STATUSES, {
      description: '`answer`, `found`, `citations` and `results` are set once it is completed, `error` if it failed',
    }),
    collection_id: Nullable(Id),
    document_id: Nullable(Id),
    query: Type.String(),
    ...RESULT_FIELDS,
    error: Nullable(
      Type.Object({
        reason: Type.String({ description: 'the reason with which a request that waited would have been refused' }),
        message: Type.String(),
      }),
    ),
    created: Timestamp,
    completed: Nullable(Timestamp),
  },
  { title: 'KnowledgeQuery' },
);

/** What the filters of a body let through. */
export function filtersOf({ tags, sources, document_ids }: Static<typeof Filters> = {}) {
  return { tags, sources, documentIds: document_ids };
}

/** An answer as the wire has it. */
export function queryRecord({ hits, answer }: QueryAnswer): Static<typeof QueryResult> {
  const citations = (answer?.citations ?? []).map(({ documentId, title, chunkId, page, quote }) => {
    return { document_id: documentId, title, chunk_id: chunkId, page, quote };
  });
  return { answer: answer?.answer ?? null, found: answer?.found ?? null, citations, results: hits.map(resultRecord) };
}

/** A stored query as the wire has it. */
export function knowledgeQueryRecord(row: KnowledgeQueryRow): Static<typeof KnowledgeQuery> {
  const { id, status, collection_id, document_id, request, answer, error, created, completed } = row;
  return {
    id,
    status,
    collection_id,
    document_id,
    query: request.query,
    ...queryRecord(answer ?? { hits: [], answer: null }),
    error: error && { reason: error.reason, message: error.message },
    created: created.toISOString(),
    completed: completed?.toISOString() ?? null,
  };
}

function resultRecord({
  chunkId,
  documentId,
  headingPath,
  tokenCount,
  rerankScore,
  ...rest
}: Hit): Static<typeof Result> {
  const named = { id: chunkId, document_id: documentId, token_count: tokenCount, rerank_score: rerankScore };
  return { ...rest, ...named, heading_path: [...headingPath] };
}
