import Type, { type Static } from 'typebox';
import { STRATEGIES } from '../../../src/knowledge/parsing/contract.ts';
import { ITEM_OUTCOMES, SOURCE_KINDS, SOURCE_RUN_STATUSES } from '../../../src/knowledge/sources/contract.ts';
import { hidePaths, SOURCE_KIND_DEFINITIONS } from '../../../src/knowledge/sources/kinds/index.ts';
import type { SourceRow } from '../../../src/knowledge/sources/queries.ts';
import type { SourceRunRow } from '../../../src/knowledge/sources/runs.ts';
import { Id, NonBlankText, Nullable, StringEnum, Timestamp } from '../../../src/platform/schemas.ts';
import { getWaitingFor, RunError, WaitingFor } from '../../../src/runs/record-fields.ts';
import { toVersionedSchema } from '../../plugins/versions.ts';

export const SOURCES = '/org/{org_id}/project/{project_id}/knowledge_source';
export const SCRAPE = '/org/{org_id}/project/{project_id}/scrape';

/** Fields of all kinds; each kind accepts its own. */
const KIND_FIELDS = Object.fromEntries(
  Object.values(SOURCE_KIND_DEFINITIONS).flatMap(({ fields }) =>
    Object.entries(fields).map(([name, { schema }]) => [name, Type.Optional(schema)]),
  ),
);
export const SourceConfig = Type.Object(KIND_FIELDS, {
  description: `${Object.values(SOURCE_KIND_DEFINITIONS)
    .map(({ name, fields }) => `${name}: ${Object.keys(fields).join(', ')}`)
    .join('; ')}. Callers who may not edit the project see only the scheme and host of URLs.`,
});

/** Fields of every kind of source. */
export const SOURCE_FIELDS = {
  collection_ids: Type.Array(Id, { maxItems: 50, description: 'IDs of collections to add new documents to.' }),
  strategy: StringEnum(STRATEGIES, { description: 'Parsing strategy of the documents.' }),
  schedule: Nullable(
    Type.String({
      maxLength: 50,
      description: 'ISO 8601 duration between two syncs, at least PT5M. Null for manual syncs only.',
    }),
  ),
  paused: Type.Boolean({ description: 'Whether the schedule is paused.' }),
  removal_max_documents: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description:
      'Number of missing documents above which a sync withholds its removals, if more than `removal_max_percent` are missing too. Default 10.',
  }),
  removal_max_percent: Type.Integer({
    minimum: 0,
    maximum: 50,
    description: 'Percentage of the documents of the source that a sync may remove without a decision. Default 10.',
  }),
  removal_repeat_after: Nullable(
    Type.String({
      maxLength: 50,
      description:
        'ISO 8601 duration from PT10M to P30D. After this time, a sync that misses exactly the same documents removes them. Null: only a decision removes them. Default null.',
    }),
  ),
  fresh_within: Nullable(
    Type.String({
      maxLength: 50,
      description:
        'Freshness goal: ISO 8601 duration from PT5M to P365D within which a sync must complete. Null for none. Default null.',
    }),
  ),
};

/** Why a source is late. */
const LATE_REASONS = [
  'REMOVALS_WITHHELD',
  'SYNC_FAILED',
  'SYNC_RUNNING',
  'PAUSED',
  'NOT_SCHEDULED',
  'SYNC_DUE',
] as const;

const WithheldRemovals = Type.Object(
  {
    digest: Type.String({ description: 'Digest of the list. A decision repeats it.' }),
    documents: Type.Integer({ description: 'Number of documents that are missing from the source.' }),
    of_documents: Type.Integer({ description: 'Number of documents that came from the source.' }),
    sync_run_id: Nullable(Id),
    since: Nullable(Timestamp),
  },
  { title: 'WithheldRemovals', description: 'Withheld removals that wait for a decision. Null if there are none.' },
);

export const Secret = NonBlankText(10_000, {
  description: 'Secret: for s3 the secret access key, for git a token, for other kinds the password. Never returned.',
});

export const KnowledgeSource = toVersionedSchema(
  { table: 'knowledge_sources', path: `${SOURCES}/{knowledge_source_id}` },
  Type.Object(
    {
      id: Id,
      kind: StringEnum(SOURCE_KINDS),
      name: Type.String(),
      config: SourceConfig,
      has_secret: Type.Boolean(),
      is_scrape: Type.Boolean({ description: 'Whether it is the scrape source of the project.' }),
      ...SOURCE_FIELDS,
      next_sync: Nullable(Timestamp),
      last_complete_sync: Nullable(Timestamp),
      is_late: Type.Boolean({ description: 'Whether the latest complete sync is older than `fresh_within`.' }),
      late_reason: Nullable(StringEnum(LATE_REASONS, { description: 'Reason for the delay. Null if there is none.' })),
      withheld_removals: Nullable(WithheldRemovals),
      document_count: Type.Integer(),
      last_run_id: Nullable(Id),
      last_run_status: Nullable(StringEnum(SOURCE_RUN_STATUSES)),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'KnowledgeSource' },
  ),
);

/** Converts a source to its wire form. Callers who may not edit it see only the scheme and host of addresses. */
export function toSourceRecord(
  row: SourceRow,
  canEdit: boolean,
): Static<typeof KnowledgeSource> & { readonly version: number } {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    config: canEdit ? { ...row.config } : hidePaths(row.kind, row.config),
    has_secret: row.credential_id !== null,
    is_scrape: row.is_scrape,
    collection_ids: [...row.collection_ids],
    strategy: row.strategy as Static<typeof KnowledgeSource>['strategy'],
    schedule: row.schedule,
    paused: row.paused,
    removal_max_documents: row.removal_max_documents,
    removal_max_percent: row.removal_max_percent,
    removal_repeat_after: row.removal_repeat_after,
    fresh_within: row.fresh_within,
    next_sync: row.next_sync?.toISOString() ?? null,
    last_complete_sync: row.last_complete_sync?.toISOString() ?? null,
    is_late: row.is_late,
    late_reason: row.is_late ? findLateReason(row) : null,
    withheld_removals: toWithheldRemovals(row),
    document_count: row.document_count,
    last_run_id: row.last_run_id,
    last_run_status: row.last_run_status,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

function findLateReason(row: SourceRow): (typeof LATE_REASONS)[number] {
  if (row.withheld_digest !== null) return 'REMOVALS_WITHHELD';
  if (row.last_run_status === 'failed' || row.last_run_status === 'cancelled') return 'SYNC_FAILED';
  if (row.last_run_status !== null && row.last_run_status !== 'completed') return 'SYNC_RUNNING';
  if (row.paused) return 'PAUSED';
  return row.schedule === null ? 'NOT_SCHEDULED' : 'SYNC_DUE';
}

function toWithheldRemovals(row: SourceRow): Static<typeof WithheldRemovals> | null {
  if (row.withheld_digest === null) return null;
  return {
    digest: row.withheld_digest,
    documents: row.withheld_documents ?? 0,
    of_documents: row.withheld_of_documents ?? 0,
    sync_run_id: row.withheld_run_id,
    since: row.withheld_since?.toISOString() ?? null,
  };
}

const count = (description: string) => Type.Integer({ description });

export const SourceRun = Type.Object(
  {
    id: Id,
    knowledge_source_id: Id,
    kind: StringEnum(SOURCE_KINDS),
    status: StringEnum(SOURCE_RUN_STATUSES),
    waiting_for: Nullable(WaitingFor),
    trigger_type: Type.String({ description: 'Trigger: `api` or `schedule`.' }),
    config: SourceConfig,
    added: count('Number of created documents.'),
    changed: count('Number of documents with new content.'),
    removed: count('Number of documents deleted because the source no longer contains them.'),
    unchanged: count('Number of unchanged items.'),
    skipped: count('Number of skipped items.'),
    failed: count('Number of items that could not be read.'),
    withheld: count('Number of documents whose removal waits for a decision.'),
    notes: Type.Array(Type.String(), { description: 'Notes about the whole run.' }),
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    created: Timestamp,
    started: Nullable(Timestamp),
    completed: Nullable(Timestamp),
  },
  { title: 'SourceRun' },
);

/** Converts a run of a source to its wire form, with addresses like {@link toSourceRecord}. */
export function toSourceRunRecord(row: SourceRunRow, canEdit: boolean): Static<typeof SourceRun> {
  const { added, changed, removed, unchanged, skipped, failed, withheld } = row;
  return {
    id: row.id,
    knowledge_source_id: row.source_id,
    kind: row.kind,
    status: row.status,
    waiting_for: getWaitingFor(row),
    trigger_type: row.trigger_type,
    config: canEdit ? { ...row.plan.config } : hidePaths(row.kind, row.plan.config),
    ...{ added, changed, removed, unchanged, skipped, failed, withheld },
    notes: [...row.notes],
    is_error: row.is_error,
    error: row.error,
    created: row.created.toISOString(),
    started: row.started?.toISOString() ?? null,
    completed: row.completed?.toISOString() ?? null,
  };
}

export const SourceRunItem = Type.Object(
  {
    id: Id,
    ref: Type.String({ description: 'URL, key or path.' }),
    outcome: StringEnum(ITEM_OUTCOMES),
    document_id: Nullable(Id),
    problem: Nullable(RunError),
  },
  { title: 'SourceRunItem' },
);

export const WithheldRemoval = Type.Object(
  {
    ref: Type.String({ description: 'URL, key or path.' }),
    document_id: Id,
    title: Type.String({ description: 'Title of the document.' }),
    problem: RunError,
  },
  { title: 'WithheldRemoval' },
);
