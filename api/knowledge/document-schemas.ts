import Type, { type Static } from 'typebox';
import { DOCUMENT_SOURCES, type DocumentStatus, INGESTION_STAGES } from '../../src/knowledge/contract.ts';
import type { DocumentRow } from '../../src/knowledge/documents/queries.ts';
import { LONGEST_TITLE } from '../../src/knowledge/documents/rules.ts';
import { STRATEGIES, type Strategy } from '../../src/knowledge/parsing/contract.ts';
import { versioned } from '../plugins/versions.ts';
import { RunError, WaitingFor, whyWaiting } from '../runs/schemas.ts';
import { Id, Nullable, OneOf, PlainName, Text, Timestamp } from '../schemas.ts';
import { TagNames } from '../tags/schemas.ts';

/** States of a document. */
export const DOCUMENT_STATUSES = ['queued', ...INGESTION_STAGES, 'ready', 'failed'] as const;

/** Most characters of a description. */
export const LONGEST_DESCRIPTION = 5000;

const Progress = Type.Object({
  done: Type.Integer(),
  total: Nullable(Type.Integer({ description: 'null while nobody knows' })),
});
/** What the strategies of reading are. */
export const STRATEGY =
  'how bytes are read: `auto` reads scanned pages by OCR where that is switched on, `fast` never does, `hi_res` reads text on pictures of other pages too, `ocr_only` reads every page by it';

/** An edit. `strategy` is taken so that a record can be sent back, and refused where it is another. */
export const DocumentUpdate = Type.Object({
  title: PlainName({ maxLength: LONGEST_TITLE }),
  description: Type.Optional(Text(LONGEST_DESCRIPTION)),
  tags: Type.Optional(TagNames),
  collections: Type.Optional(
    Type.Array(Id, { maxItems: 1000, description: 'collections that are to hold it, in place of those before' }),
  ),
  strategy: Type.Optional(OneOf(STRATEGIES, { description: STRATEGY })),
});

/** How far the ingestion of a document has come. */
const STATE = {
  status: OneOf(DOCUMENT_STATUSES),
  stage: Nullable(OneOf(INGESTION_STAGES, { description: 'the newest that it reached' })),
  progress: Nullable(Progress),
  error: Nullable(RunError),
  waiting_for: Nullable(WaitingFor),
};

export const Document = versioned(
  { table: 'documents', path: '/org/{org_id}/project/{project_id}/document/{document_id}' },
  Type.Object(
    {
      id: Id,
      title: Type.String(),
      description: Type.String(),
      source: OneOf(DOCUMENT_SOURCES),
      connection_id: Nullable(Type.String({ ...Id, description: 'the source that it was synced from' })),
      source_ref: Nullable(Type.String({ description: 'address, key or path there' })),
      strategy: OneOf(STRATEGIES),
      media_type: Type.String(),
      size: Type.Integer({ description: 'bytes' }),
      language: Nullable(Type.String({ description: 'ISO 639-1, where it is known' })),
      page_count: Nullable(Type.Integer({ description: 'null where the format has no pages' })),
      chunk_count: Type.Integer(),
      warnings: Type.Array(Type.String()),
      ...STATE,
      group_id: Id,
      collections: Type.Array(Id),
      tags: Type.Array(Type.String()),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'Document' },
  ),
);

export function documentRecord(row: DocumentRow): Static<typeof Document> & { readonly version: number } {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    source: row.source,
    connection_id: row.source_id,
    source_ref: row.source_ref,
    strategy: row.strategy as Strategy,
    media_type: row.media_type,
    size: row.size,
    language: row.language,
    page_count: row.page_count,
    chunk_count: row.chunk_count,
    warnings: [...row.warnings],
    ...stateOf(row),
    group_id: row.group_id,
    collections: [...row.collections],
    tags: [...row.tags],
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

/** How far the newest ingestion has come, as people are told. */
function stateOf(row: DocumentRow) {
  const { stage, progress, error } = row;
  const waiting_for = whyWaiting({ ...row, created: row.queued, without_worker: null });
  return { status: shownStatus(row), stage, progress, error, waiting_for };
}

/** One that was stopped has failed, one that is being stopped is where it was. */
function shownStatus({ status, stage }: Pick<DocumentRow, 'status' | 'stage'>): DocumentStatus {
  if (status === 'cancelled') return 'failed';
  return status === 'cancelling' ? (stage ?? 'queued') : status;
}

export const DocumentGroup = Type.Object(
  {
    group_id: Id,
    status: OneOf(['queued', 'processing', 'ready', 'failed'], {
      description: '`failed` once all have ended and one of them failed',
    }),
    documents: Type.Array(Document),
  },
  { title: 'DocumentGroup' },
);

/** What one request created, and how far all of it is. */
export function groupRecord(groupId: string, rows: readonly DocumentRow[]): Static<typeof DocumentGroup> {
  const documents = rows.map(documentRecord);
  return { group_id: groupId, status: groupStatus(documents.map(({ status }) => status)), documents };
}

function groupStatus(statuses: readonly DocumentStatus[]): Static<typeof DocumentGroup>['status'] {
  if (statuses.every((status) => status === 'queued')) return 'queued';
  if (statuses.some((status) => status !== 'ready' && status !== 'failed')) return 'processing';
  return statuses.includes('failed') ? 'failed' : 'ready';
}
