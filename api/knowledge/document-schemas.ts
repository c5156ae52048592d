import Type, { type Static } from 'typebox';
import { DOCUMENT_SOURCES, type DocumentStatus, INGESTION_STAGES } from '../../src/knowledge/contract.ts';
import type { DocumentRow } from '../../src/knowledge/documents/queries.ts';
import { MAX_TITLE_LENGTH } from '../../src/knowledge/documents/rules.ts';
import { METADATA_LIMITS } from '../../src/knowledge/metadata/contract.ts';
import { STRATEGIES, type Strategy } from '../../src/knowledge/parsing/contract.ts';
import { DisplayName, Id, Nullable, StringEnum, Timestamp, VisibleText } from '../../src/platform/schemas.ts';
import { getWaitingFor, RunError, WaitingFor } from '../../src/runs/record-fields.ts';
import { toVersionedSchema } from '../plugins/versions.ts';
import { TagNames } from '../tags/schemas.ts';

/** Statuses of a document. */
export const DOCUMENT_STATUSES = ['queued', ...INGESTION_STAGES, 'ready', 'failed'] as const;

/** Maximum length of a description in characters. */
export const MAX_DESCRIPTION_LENGTH = 5000;

const Progress = Type.Object({
  done: Type.Integer(),
  total: Nullable(Type.Integer({ description: 'Total number of steps. Null while unknown.' })),
});
/** Description of the parsing strategies. */
export const STRATEGY_DESCRIPTION =
  'Parsing strategy: `auto` uses OCR for scanned pages if OCR is configured, `fast` never uses OCR, `hi_res` also reads images on other pages, `ocr_only` reads every page by OCR.';

const MetadataValue = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())]);

/** Metadata values in a request. */
export const MetadataInput = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: METADATA_LIMITS.fields,
  description:
    'Values by the keys of the metadata fields of the project. Omitted keys keep their values. Null removes a value, including one from the file or the source.',
});

/** Update of a document. `strategy` is accepted unchanged, which lets clients send a record back. */
export const DocumentUpdate = Type.Object({
  title: DisplayName({ maxLength: MAX_TITLE_LENGTH }),
  description: Type.Optional(VisibleText(MAX_DESCRIPTION_LENGTH)),
  tags: Type.Optional(TagNames),
  metadata: Type.Optional(MetadataInput),
  collections: Type.Optional(
    Type.Array(Id, {
      maxItems: 1000,
      description: 'IDs of the collections that contain the document. Replaces the previous ones.',
    }),
  ),
  strategy: Type.Optional(StringEnum(STRATEGIES, { description: STRATEGY_DESCRIPTION })),
});

/** State of the latest ingestion. */
const STATE_FIELDS = {
  status: StringEnum(DOCUMENT_STATUSES),
  stage: Nullable(StringEnum(INGESTION_STAGES, { description: 'Latest stage that the ingestion reached.' })),
  progress: Nullable(Progress),
  error: Nullable(RunError),
  waiting_for: Nullable(WaitingFor),
};

export const Document = toVersionedSchema(
  { table: 'documents', path: '/org/{org_id}/project/{project_id}/document/{document_id}' },
  Type.Object(
    {
      id: Id,
      title: Type.String(),
      description: Type.String(),
      source: StringEnum(DOCUMENT_SOURCES),
      connection_id: Nullable(
        Type.String({ ...Id, description: 'ID of the knowledge source that created the document.' }),
      ),
      source_ref: Nullable(Type.String({ description: 'URL, key or path at the source.' })),
      strategy: StringEnum(STRATEGIES),
      media_type: Type.String(),
      size: Type.Integer({ description: 'Size in bytes.' }),
      language: Nullable(Type.String({ description: 'ISO 639-1 code. Null if unknown.' })),
      page_count: Nullable(Type.Integer({ description: 'Number of pages. Null if the format has no pages.' })),
      chunk_count: Type.Integer(),
      warnings: Type.Array(Type.String()),
      ...STATE_FIELDS,
      group_id: Id,
      collections: Type.Array(Id),
      tags: Type.Array(Type.String()),
      metadata: Type.Record(Type.String(), MetadataValue, {
        description: 'Values that callers set, else those of the file, else those of the source.',
      }),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'Document' },
  ),
);

/** Returns the record of a document without its content. */
export function toDocumentRecord(row: DocumentRow): Static<typeof Document> & { readonly version: number } {
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
    ...toState(row),
    group_id: row.group_id,
    collections: [...row.collections],
    tags: [...row.tags],
    metadata: row.metadata as Static<typeof Document>['metadata'],
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

/** Returns the state of the latest ingestion in its wire form. */
function toState(row: DocumentRow) {
  const { stage, progress, error } = row;
  const waiting_for = getWaitingFor({ ...row, created: row.queued, without_worker: null });
  return { status: toDocumentStatus(row), stage, progress, error, waiting_for };
}

/** Shows a cancelled ingestion as failed and one that is being cancelled at its stage. */
function toDocumentStatus({ status, stage }: Pick<DocumentRow, 'status' | 'stage'>): DocumentStatus {
  if (status === 'cancelled') return 'failed';
  return status === 'cancelling' ? (stage ?? 'queued') : status;
}

export const DocumentGroup = Type.Object(
  {
    group_id: Id,
    status: StringEnum(['queued', 'processing', 'ready', 'failed'], {
      description: 'Status of the group. `failed` once all ingestions have ended and at least one failed.',
    }),
    documents: Type.Array(Document),
  },
  { title: 'DocumentGroup' },
);

/** Converts the documents that one request created to their wire form. */
export function toGroupRecord(groupId: string, rows: readonly DocumentRow[]): Static<typeof DocumentGroup> {
  const documents = rows.map(toDocumentRecord);
  return { group_id: groupId, status: getGroupStatus(documents.map(({ status }) => status)), documents };
}

function getGroupStatus(statuses: readonly DocumentStatus[]): Static<typeof DocumentGroup>['status'] {
  if (statuses.every((status) => status === 'queued')) return 'queued';
  if (statuses.some((status) => status !== 'ready' && status !== 'failed')) return 'processing';
  return statuses.includes('failed') ? 'failed' : 'ready';
}
