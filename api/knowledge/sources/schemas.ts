import Type, { type Static } from 'typebox';
import { STRATEGIES } from '../../../src/knowledge/parsing/contract.ts';
import { ITEM_OUTCOMES, SOURCE_KINDS, SOURCE_RUN_STATUSES } from '../../../src/knowledge/sources/contract.ts';
import { KINDS_OF_SOURCES, withoutPaths } from '../../../src/knowledge/sources/kinds/index.ts';
import type { SourceRow } from '../../../src/knowledge/sources/queries.ts';
import type { SourceRunRow } from '../../../src/knowledge/sources/runs.ts';
import { versioned } from '../../plugins/versions.ts';
import { RunError, WaitingFor, whyWaiting } from '../../runs/schemas.ts';
import { Id, NonEmpty, Nullable, OneOf, Timestamp } from '../../schemas.ts';

export const SOURCES = '/org/{org_id}/project/{project_id}/knowledge_source';
export const SCRAPE = '/org/{org_id}/project/{project_id}/scrape';

/** Fields of all kinds; each kind takes its own. */
const KIND_FIELDS = Object.fromEntries(
  Object.values(KINDS_OF_SOURCES).flatMap(({ fields }) =>
    Object.entries(fields).map(([name, { schema }]) => [name, Type.Optional(schema)]),
  ),
);
export const SourceConfig = Type.Object(KIND_FIELDS, {
  description: `${Object.values(KINDS_OF_SOURCES)
    .map(({ name, fields }) => `${name}: ${Object.keys(fields).join(', ')}`)
    .join('; ')}. Callers who may not edit the project see of addresses scheme and host alone.`,
});

/** What every kind of source takes. */
export const SOURCE_FIELDS = {
  collection_ids: Type.Array(Id, { maxItems: 50, description: 'collections that new documents of the source join' }),
  strategy: OneOf(STRATEGIES, { description: 'how its documents are read' }),
  schedule: Nullable(
    Type.String({
      maxLength: 50,
      description: 'ISO 8601 duration between two syncs, PT5M at least; null where only people begin them',
    }),
  ),
  paused: Type.Boolean({ description: 'whether the schedule rests' }),
};

export const Secret = NonEmpty(10_000, {
  description: 's3: secret of the access key; git: token; never shown',
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
      is_scrape: Type.Boolean({ description: 'whether it is the one that scrapes of the project go by' }),
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

/** A source as callers who may edit it see it; others see of addresses scheme and host alone. */
export function sourceRecord(
  row: SourceRow,
  mayEdit: boolean,
): Static<typeof KnowledgeSource> & { readonly version: number } {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    config: mayEdit ? { ...row.config } : withoutPaths(row.kind, row.config),
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
    trigger_type: Type.String({ description: 'api or schedule' }),
    config: SourceConfig,
    added: count('documents that were made'),
    changed: count('documents whose bytes are others now'),
    removed: count('documents that went, since the source has them no more'),
    unchanged: count('what is as it was'),
    skipped: count('what is no document, or is not to be taken'),
    failed: count('what could not be had'),
    notes: Type.Array(Type.String(), { description: 'what there is to know of the run as a whole' }),
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    created: Timestamp,
    started: Nullable(Timestamp),
    completed: Nullable(Timestamp),
  },
  { title: 'SourceRun' },
);

/** A run of a source, with addresses as {@link sourceRecord} shows them. */
export function sourceRunRecord(row: SourceRunRow, mayEdit: boolean): Static<typeof SourceRun> {
  const { added, changed, removed, unchanged, skipped, failed } = row;
  return {
    id: row.id,
    knowledge_source_id: row.source_id,
    kind: row.kind,
    status: row.status,
    waiting_for: whyWaiting(row),
    trigger_type: row.trigger_type,
    config: mayEdit ? { ...row.plan.config } : withoutPaths(row.kind, row.plan.config),
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
    ref: Type.String({ description: 'address, key or path' }),
    outcome: OneOf(ITEM_OUTCOMES),
    document_id: Nullable(Id),
    problem: Nullable(RunError),
  },
  { title: 'SourceRunItem' },
);
