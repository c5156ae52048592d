import Type, { type Static } from 'typebox';
import { STRATEGIES } from '../../../src/knowledge/parsing/contract.ts';
import { ITEM_OUTCOMES, SOURCE_KINDS, SOURCE_RUN_STATUSES } from '../../../src/knowledge/sources/contract.ts';
import { hidePaths, SOURCE_KIND_DEFINITIONS } from '../../../src/knowledge/sources/kinds/index.ts';
import type { SourceRow } from '../../../src/knowledge/sources/queries.ts';
import type { SourceRunRow } from '../../../src/knowledge/sources/runs.ts';
import { versioned } from '../../plugins/versions.ts';
import { RunError, WaitingFor, whyWaiting } from '../../runs/schemas.ts';
import { Id, NonEmpty, Nullable, OneOf, Timestamp } from '../../schemas.ts';

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
    .join('; ')}. Callers who may not edit the project see only the scheme and host of addresses.`,
});

/** Fields of every kind of source. */
export const SOURCE_FIELDS = {
  collection_ids: Type.Array(Id, { maxItems: 50, description: 'IDs of collections to add new documents to.' }),
  strategy: OneOf(STRATEGIES, { description: 'Parsing strategy of the documents.' }),
  schedule: Nullable(
    Type.String({
      maxLength: 50,
      description: 'ISO 8601 duration between two syncs, at least PT5M. Null for manual syncs only.',
    }),
  ),
  paused: Type.Boolean({ description: 'Whether the schedule is paused.' }),
};

export const Secret = NonEmpty(10_000, {
  description: 'Secret: for s3 the secret access key, for git a token. Never returned.',
});

export const KnowledgeSource = versioned(
  { table: 'knowledge_sources', path: `${SOURCES}/{knowledge_source_id}` },
  Type.Object(
    {
      id: Id,
      kind: OneOf(SOURCE_KINDS),
      name: Type.String(),
      config: SourceConfig,
      has_secret: Type.Boolean(),
      is_scrape: Type.Boolean({ description: 'Whether it is the scrape source of the project.' }),
      ...SOURCE_FIELDS,
      next_sync: Nullable(Timestamp),
      document_count: Type.Integer(),
      last_run_id: Nullable(Id),
      last_run_status: Nullable(OneOf(SOURCE_RUN_STATUSES)),
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
    next_sync: row.next_sync?.toISOString() ?? null,
    document_count: row.document_count,
    last_run_id: row.last_run_id,
    last_run_status: row.last_run_status,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

const count = (description: string) => Type.Integer({ description });

export const SourceRun = Type.Object(
  {
    id: Id,
    knowledge_source_id: Id,
    kind: OneOf(SOURCE_KINDS),
    status: OneOf(SOURCE_RUN_STATUSES),
    waiting_for: Nullable(WaitingFor),
    trigger_type: Type.String({ description: 'Trigger: `api` or `schedule`.' }),
    config: SourceConfig,
    added: count('Number of created documents.'),
    changed: count('Number of documents with new content.'),
    removed: count('Number of documents deleted because the source no longer contains them.'),
    unchanged: count('Number of unchanged items.'),
    skipped: count('Number of skipped items.'),
    failed: count('Number of items that could not be read.'),
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
  const { added, changed, removed, unchanged, skipped, failed } = row;
  return {
    id: row.id,
    knowledge_source_id: row.source_id,
    kind: row.kind,
    status: row.status,
    waiting_for: whyWaiting(row),
    trigger_type: row.trigger_type,
    config: canEdit ? { ...row.plan.config } : hidePaths(row.kind, row.plan.config),
    ...{ added, changed, removed, unchanged, skipped, failed },
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
    ref: Type.String({ description: 'Address, key or path.' }),
    outcome: OneOf(ITEM_OUTCOMES),
    document_id: Nullable(Id),
    problem: Nullable(RunError),
  },
  { title: 'SourceRunItem' },
);
