import Type, { type Static } from 'typebox';
import type { CollectionRow, CollectionStats } from '../../src/knowledge/collections/queries.ts';
import { versioned } from '../plugins/versions.ts';
import { RunError } from '../runs/schemas.ts';
import { Id, NonEmpty, Nullable, OneOf, PlainName, Timestamp } from '../schemas.ts';
import { TagNames } from '../tags/schemas.ts';

const Title = PlainName();
/** Documents as the bodies of this interface name them. */
const Documents = Type.Array(Id, { maxItems: 1000, description: 'ids of documents' });

export const CollectionCreate = Type.Object({
  title: Title,
  document_embedding_instance_ids: Type.Optional(Documents),
  embedding_model: Type.Optional(
    NonEmpty(200, {
      description: 'name of the embedding model by which it is searched; the default one where it is left out',
    }),
  ),
  tags: Type.Optional(TagNames),
});
export const CollectionUpdate = Type.Object({
  title: Title,
  embedding_model: Type.Optional(
    NonEmpty(200, {
      description: 'name of the embedding model that is to take over; the one that serves calls it off',
    }),
  ),
  tags: Type.Optional(TagNames),
});
export const CollectionDocuments = Type.Object({ embedding_instance_ids: Documents });

const SUMMARY_STATES = ['running', 'ready', 'failed'] as const;
const Count = Type.Integer();

export const Collection = versioned(
  { table: 'collections', path: '/org/{org_id}/project/{project_id}/collection/{collection_id}' },
  Type.Object(
    {
      id: Id,
      title: Type.String(),
      summary: Nullable(Type.String({ description: 'what its documents are about, in a model’s words' })),
      summary_status: Nullable(
        OneOf(SUMMARY_STATES, { description: 'how the newest summary that was asked for stands; null where none was' }),
      ),
      summary_error: Nullable(RunError),
      document_count: Count,
      chunk_count: Type.Integer({ description: 'passages of the documents that are ready' }),
      embedding: Type.Object(
        {
          model: Type.String(),
          dimension: Count,
          missing: Type.Integer({ description: 'passages of ready documents whose vectors are still to be made' }),
          next: Nullable(
            Type.Object(
              { model: Type.String(), dimension: Count, done: Count, total: Count },
              { description: 'what is to take over, once all passages have their vectors; null where nothing is' },
            ),
          ),
          error: Nullable(RunError),
        },
        { description: 'what its documents are searched by' },
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
    chunk_count: Type.Integer({ description: 'passages of the documents that are ready' }),
    token_count: Type.Integer({ description: 'tokens of these' }),
    size: Type.Integer({ description: 'bytes of all documents as they came' }),
    languages: Type.Array(
      Type.Object({
        language: Nullable(Type.String({ description: 'ISO 639-1; null where it is unknown' })),
        document_count: Count,
      }),
      { description: 'of the documents that are ready, the most frequent first' },
    ),
  },
  { title: 'CollectionStats' },
);

/** A collection as the wire has it. */
export function collectionRecord(row: CollectionRow): Static<typeof Collection> & { readonly version: number } {
  const { id, title, summary, document_count, chunk_count, model, dimension, tags, summarizing, filling, version } =
    row;
  return {
    id,
    title,
    summary,
    summary_status: summaryStatus(summarizing),
    summary_error: summarizing?.error ?? null,
    document_count,
    chunk_count,
    embedding: { model, dimension, ...filling },
    tags: [...tags],
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version,
  };
}

function summaryStatus(state: CollectionRow['summarizing']): (typeof SUMMARY_STATES)[number] | null {
  if (state === null) return null;
  if (state.done < state.asked) return 'running';
  return state.error === null ? 'ready' : 'failed';
}

/** Counts as the wire has them. */
export function statsRecord({ documents, languages, chunks, tokens, size }: CollectionStats): Static<typeof Stats> {
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (documents[name] ?? 0), 0);
  const spoken = Object.entries(languages).toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return {
    document_count: of(...Object.keys(documents)),
    documents: {
      queued: of('queued'),
      parsing: of('parsing'),
      chunking: of('chunking'),
      embedding: of('embedding'),
      ready: of('ready'),
      failed: of('failed', 'cancelling', 'cancelled'),
    },
    chunk_count: chunks,
    token_count: tokens,
    size,
    languages: spoken.map(([language, count]) => ({ language: language || null, document_count: count })),
  };
}
