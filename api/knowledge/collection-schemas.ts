import Type, { type Static } from 'typebox';
import type { CollectionRow, CollectionStats } from '../../src/knowledge/collections/queries.ts';
import { DisplayName, Id, NonBlankText, Nullable, StringEnum, Timestamp } from '../../src/platform/schemas.ts';
import { RunError } from '../../src/runs/record-fields.ts';
import { toVersionedSchema } from '../plugins/versions.ts';
import { TagNames } from '../tags/schemas.ts';

const Title = DisplayName();
const Documents = Type.Array(Id, { maxItems: 1000, description: 'IDs of documents.' });

export const CollectionCreate = Type.Object({
  title: Title,
  document_embedding_instance_ids: Type.Optional(Documents),
  embedding_model: Type.Optional(
    NonBlankText(200, {
      description: 'Name of the embedding model. Default: the embedding model of the installation.',
    }),
  ),
  tags: Type.Optional(TagNames),
});
export const CollectionUpdate = Type.Object({
  title: Title,
  embedding_model: Type.Optional(
    NonBlankText(200, {
      description: 'Name of the embedding model to switch to. The current model cancels a pending switch.',
    }),
  ),
  tags: Type.Optional(TagNames),
});
export const CollectionDocuments = Type.Object({ embedding_instance_ids: Documents });

const SUMMARY_STATES = ['running', 'ready', 'failed'] as const;
const Count = Type.Integer();

export const Collection = toVersionedSchema(
  { table: 'collections', path: '/org/{org_id}/project/{project_id}/collection/{collection_id}' },
  Type.Object(
    {
      id: Id,
      title: Type.String(),
      summary: Nullable(Type.String({ description: 'Summary of the documents, written by a model.' })),
      summary_status: Nullable(
        StringEnum(SUMMARY_STATES, { description: 'Status of the latest summary request. Null if there was none.' }),
      ),
      summary_error: Nullable(RunError),
      document_count: Count,
      chunk_count: Type.Integer({ description: 'Number of chunks of ready documents.' }),
      embedding: Type.Object(
        {
          model: Type.String(),
          dimension: Count,
          missing: Type.Integer({ description: 'Number of chunks of ready documents without a vector.' }),
          next: Nullable(
            Type.Object(
              { model: Type.String(), dimension: Count, done: Count, total: Count },
              { description: 'Model that takes over once all chunks have vectors. Null if no switch is pending.' },
            ),
          ),
          error: Nullable(RunError),
        },
        { description: 'Embedding model of the collection.' },
      ),
      tags: Type.Array(Type.String()),
      created: Timestamp,
      modified: Timestamp,
    },
    { title: 'Collection' },
  ),
);

export const Stats = Type.Object(
  {
    document_count: Count,
    documents: Type.Object({
      queued: Count,
      parsing: Count,
      chunking: Count,
      embedding: Count,
      ready: Count,
      failed: Count,
    }),
    chunk_count: Type.Integer({ description: 'Number of chunks of ready documents.' }),
    token_count: Type.Integer({ description: 'Number of tokens in these chunks.' }),
    size: Type.Integer({ description: 'Size of all uploaded documents in bytes.' }),
    languages: Type.Array(
      Type.Object({
        language: Nullable(Type.String({ description: 'ISO 639-1 code. Null if unknown.' })),
        document_count: Count,
      }),
      { description: 'Languages of ready documents, most frequent first.' },
    ),
  },
  { title: 'CollectionStats' },
);

/** Converts a collection to its wire form. */
export function toCollectionRecord(row: CollectionRow): Static<typeof Collection> & { readonly version: number } {
  const { id, title, summary, document_count, chunk_count, model, dimension, tags, latestSummary, backfill, version } =
    row;
  return {
    id,
    title,
    summary,
    summary_status: getSummaryStatus(latestSummary),
    summary_error: latestSummary?.error ?? null,
    document_count,
    chunk_count,
    embedding: { model, dimension, ...backfill },
    tags: [...tags],
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version,
  };
}

function getSummaryStatus(state: CollectionRow['latestSummary']): (typeof SUMMARY_STATES)[number] | null {
  if (state === null) return null;
  if (state.done < state.asked) return 'running';
  return state.error === null ? 'ready' : 'failed';
}

/** Converts the counts of a collection to their wire form. */
export function toStatsRecord({ documents, languages, chunks, tokens, size }: CollectionStats): Static<typeof Stats> {
  const sumCounts = (...names: string[]) => names.reduce((sum, name) => sum + (documents[name] ?? 0), 0);
  const languageCounts = Object.entries(languages).toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return {
    document_count: sumCounts(...Object.keys(documents)),
    documents: {
      queued: sumCounts('queued'),
      parsing: sumCounts('parsing'),
      chunking: sumCounts('chunking'),
      embedding: sumCounts('embedding'),
      ready: sumCounts('ready'),
      failed: sumCounts('failed', 'cancelling', 'cancelled'),
    },
    chunk_count: chunks,
    token_count: tokens,
    size,
    languages: languageCounts.map(([language, count]) => ({ language: language || null, document_count: count })),
  };
}
