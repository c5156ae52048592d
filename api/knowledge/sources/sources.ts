import Type, { type Static } from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { toChangePayload } from '../../../src/audit/changes.ts';
import { deleteCredential } from '../../../src/connections/credentials.ts';
import { checkCollections } from '../../../src/knowledge/documents/collections.ts';
import { sourceProblems } from '../../../src/knowledge/problems.ts';
import { SOURCE_KINDS } from '../../../src/knowledge/sources/contract.ts';
import { deleteSourceDocuments } from '../../../src/knowledge/sources/documents.ts';
import * as sources from '../../../src/knowledge/sources/queries.ts';
import { sourceRunKind } from '../../../src/knowledge/sources/run-kind.ts';
import { getFirstSync, parseInterval, parseSourceDuration } from '../../../src/knowledge/sources/schedule.ts';
import type { SourceConfig as Config } from '../../../src/knowledge/sources/tables.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { checkEach, errors, orNotFound, Problems } from '../../../src/platform/errors.ts';
import { omitUndefined } from '../../../src/platform/omit-undefined.ts';
import { DisplayName, Nullable, StringEnum } from '../../../src/platform/schemas.ts';
import { cancelWorkflows, stopRunsOf } from '../../../src/runs/stop.ts';
import { assertImmutableFields } from '../../immutable-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { NOT_DELETED } from '../../record-limit.ts';
import { KnowledgeSource, Secret, SOURCE_FIELDS, SOURCES, SourceConfig, toSourceRecord } from './schemas.ts';
import { assertSecret, assertSecretStays, resolveConfig, storeSecret } from './settings.ts';

const TAG = 'Knowledge sources';
/** Fields whose values audit events contain. */
const AUDITED_FIELDS = ['name', ...Object.keys(sources.SOURCE_DEFAULTS)];

const SETTINGS = Type.Partial(Type.Object(SOURCE_FIELDS));
type SourceSettings = Static<typeof SETTINGS>;
const OPTIONAL_FIELDS = { secret: Type.Optional(Nullable(Secret)), ...SETTINGS.properties };

const create = operation(
  {
    id: 'knowledge_source.create',
    method: 'POST',
    path: SOURCES,
    tag: TAG,
    summary: 'Create a knowledge source',
    description:
      'A source reads documents from websites, an S3 bucket, a Git repository, a WebDAV server, a mailbox, a database or a folder. A source with a schedule syncs for the first time after one interval; `sync` starts a run immediately. A sync deletes documents that the source no longer contains and reads changed ones again; unchanged items cost nothing.',
    recordLimit: { table: 'knowledge_sources', label: 'knowledge sources', condition: NOT_DELETED },
    auth: { permission: 'project:edit' },
    request: {
      checks: 'dry-run',
      dependentFields: { kind: ['config', 'secret'], config: ['secret'] },
      body: Type.Object({
        kind: StringEnum(SOURCE_KINDS),
        name: DisplayName(),
        config: SourceConfig,
        ...OPTIONAL_FIELDS,
      }),
      idempotent: false,
      example: { kind: 'web', name: 'Handbook', config: { urls: ['https://handbook.example.com/'] }, schedule: 'P1D' },
    },
    response: { schemas: { 200: KnowledgeSource } },
    audit: { event: 'knowledge_source.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { kind, name, secret: sentSecret, config: sentConfig } = body;
    const sent = pickSettings(body);
    const settings = { ...sources.SOURCE_DEFAULTS, ...sent };
    const secret = { kind, secret: sentSecret, currentCredentialId: null };
    const problems = new Problems();
    const config = (await problems.run(() => resolveConfig(ctx, caller, kind, sentConfig))) ?? {};
    await problems.run(() => assertAddresses(kind, config));
    await problems.run(() => assertDurations(settings));
    await problems.run(() => assertSecret(secret));
    await problems.run(() => checkCollections(ctx.db, caller, 'collection_ids', [...settings.collection_ids]));
    problems.throwIfAny();
    const row = await change(async (trx) => {
      const credential_id = await storeSecret(ctx, trx, caller, secret);
      const owner = { orgId: caller.orgId, projectId: caller.projectId, by: caller.subject };
      const fields = { ...settings, collection_ids: [...settings.collection_ids], name, config, credential_id };
      const id = await sources.createSource(trx, owner, kind, fields);
      await sources.setNextSync(trx, id, getFirstSync(fields));
      const result = await getSource(trx, caller.projectId, id);
      return {
        result,
        audited: { resource: { type: 'knowledge_source', id }, name, payload: { kind, schedule: fields.schedule } },
      };
    });
    return toSourceRecord(row, true);
  },
);

/** Throws a 422 for a website source without addresses. */
function assertAddresses(kind: string, { urls }: Config): void {
  if (kind === 'web' && (urls as readonly string[] | undefined)?.length === 0)
    throw errors.invalid(['config', 'urls'], sourceProblems.crawl_addresses_missing);
}

type Durations = Partial<Record<'schedule' | 'removal_repeat_after' | 'fresh_within', string | null>>;

/** Throws a 422 with each invalid duration. */
function assertDurations({ schedule, ...others }: Durations): void {
  checkEach(['schedule', 'removal_repeat_after', 'fresh_within'] as const, (field) => {
    if (field === 'schedule') return void (schedule != null && parseInterval(schedule));
    const text = others[field];
    if (text != null) parseSourceDuration(field, text);
  });
}

const list = operation(
  {
    id: 'knowledge_source.list',
    method: 'GET',
    path: SOURCES,
    tag: TAG,
    summary: 'List knowledge sources',
    auth: { permission: 'project:view' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        kind: Type.Optional(StringEnum(SOURCE_KINDS)),
        is_late: Type.Optional(
          Type.Boolean({
            description: 'If true, returns only sources that miss their freshness goal; if false, only the others.',
          }),
        ),
      }),
    },
    response: { schemas: { 200: Envelope(KnowledgeSource) } },
  },
  async ({ ctx, caller, query, page }) =>
    mapPage(await sources.listSources(ctx.db, caller.projectId, query.kind, query.is_late, page), (row) =>
      toSourceRecord(row, hasPermission(caller.grants, 'project:edit')),
    ),
);

/** Returns the settings of a body. It may have other fields, such as those of a record that is sent back. */
function pickSettings(body: SourceSettings): SourceSettings {
  const names = Object.keys(SOURCE_FIELDS) as (keyof SourceSettings)[];
  return omitUndefined(Object.fromEntries(names.map((name) => [name, body[name]])));
}

const read = operation(
  {
    id: 'knowledge_source.read',
    method: 'GET',
    path: `${SOURCES}/{knowledge_source_id}`,
    tag: TAG,
    summary: 'Get a knowledge source',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: KnowledgeSource } },
  },
  ({ caller, parents }) => toSourceRecord(parents.knowledge_source_id, hasPermission(caller.grants, 'project:edit')),
);

const update = operation(
  {
    id: 'knowledge_source.update',
    method: 'POST',
    path: `${SOURCES}/{knowledge_source_id}`,
    tag: TAG,
    summary: 'Update a knowledge source',
    description:
      'The next sync uses the new settings. Omitted fields of `config` stay unchanged. New collections apply to documents that are created later. A new schedule starts now.',
    auth: { permission: 'project:edit' },
    request: {
      checks: 'dry-run',
      body: Type.Object({
        kind: Type.Optional(StringEnum(SOURCE_KINDS)),
        name: Type.Optional(DisplayName()),
        config: Type.Optional(SourceConfig),
        ...OPTIONAL_FIELDS,
      }),
      idempotent: false,
      example: { schedule: 'PT6H', paused: false },
    },
    response: { schemas: { 200: KnowledgeSource } },
    audit: { event: 'knowledge_source.updated' },
  },
  async ({ ctx, caller, parents, body, change }) => {
    const { id, kind } = parents.knowledge_source_id;
    const { name, secret: sentSecret, config: sentConfig } = body;
    const sent = pickSettings(body);
    const row = await change(async (trx) => {
      const locked = orNotFound(await sources.lockSource(trx, caller.projectId, id), 'knowledge_source', id);
      const problems = new Problems();
      await problems.run(() => assertImmutableFields(locked, body, ['kind'], 'create another source of that kind'));
      const config = await problems.run(
        () => sentConfig && resolveConfig(ctx, caller, kind, sentConfig, locked.config),
      );
      const fields = omitUndefined({ ...sent, name, config });
      const after = { ...locked, ...fields };
      if (!locked.is_scrape || after.schedule !== null) await problems.run(() => assertAddresses(kind, after.config));
      await problems.run(() => assertDurations(sent));
      const secret = { kind, secret: sentSecret, currentCredentialId: locked.credential_id };
      await problems.run(() => assertSecret(secret));
      await problems.run(() => assertSecretStays(locked, after.config, sentSecret));
      await problems.run(() => checkCollections(trx, caller, 'collection_ids', sent.collection_ids ?? []));
      problems.throwIfAny();
      const credential_id = await storeSecret(ctx, trx, caller, secret);
      const payload = { ...toChangePayload(locked, fields, AUDITED_FIELDS), secret: sentSecret !== undefined };
      if (payload.changed.length === 0 && !payload.secret) return { result: locked, audited: 'unchanged' };
      await sources.updateSource(trx, id, { ...fields, credential_id });
      if (payload.changed.includes('schedule') || payload.changed.includes('paused'))
        await sources.setNextSync(trx, id, getFirstSync(after));
      const audited = { resource: { type: 'knowledge_source', id }, name: after.name, payload };
      return { result: await getSource(trx, caller.projectId, id), audited };
    });
    return toSourceRecord(row, true);
  },
);

const remove = operation(
  {
    id: 'knowledge_source.delete',
    method: 'DELETE',
    path: `${SOURCES}/{knowledge_source_id}`,
    tag: TAG,
    summary: 'Delete a knowledge source',
    description: 'Also deletes the secret and cancels a running sync.',
    auth: { permission: 'project:edit' },
    request: {
      query: Type.Object({
        documents: StringEnum(['keep', 'delete'], {
          default: 'keep',
          description: 'Whether to keep or delete the documents of the source. Kept documents are no longer synced.',
        }),
      }),
      idempotent: false,
    },
    response: { schemas: { 200: KnowledgeSource } },
    audit: { event: 'knowledge_source.deleted' },
  },
  async ({ ctx, caller, parents, query, change }) => {
    const { id } = parents.knowledge_source_id;
    const row = await change(async (trx) => {
      const locked = orNotFound(await sources.lockSource(trx, caller.projectId, id), 'knowledge_source', id);
      if (locked.credential_id !== null) await deleteCredential(trx, locked.credential_id);
      await sources.deleteSource(trx, id, query.documents === 'delete');
      const payload = { documents: query.documents, document_count: locked.document_count };
      return { result: locked, audited: { resource: { type: 'knowledge_source', id }, name: locked.name, payload } };
    });
    await cancelWorkflows(ctx, stopRunsOf(ctx.db, sourceRunKind, 'source_id', id));
    if (query.documents === 'delete') await deleteSourceDocuments(ctx, id, MAX_DELETED_PER_REQUEST);
    return { ...toSourceRecord(row, true), deleted: true };
  },
);

/** Maximum number of documents deleted within the request; maintenance deletes the others. */
const MAX_DELETED_PER_REQUEST = 1000;

async function getSource(trx: Executor, projectId: string, id: string) {
  return orNotFound(await sources.findSource(trx, projectId, id), 'knowledge_source', id);
}

export const SOURCE_RECORD_OPERATIONS = [create, list, read, update, remove];
