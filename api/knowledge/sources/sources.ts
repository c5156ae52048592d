import Type from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { toChangePayload } from '../../../src/audit/changes.ts';
import { dropCredential } from '../../../src/connections/credentials.ts';
import { checkFiling } from '../../../src/knowledge/documents/filing.ts';
import { SOURCE_KINDS } from '../../../src/knowledge/sources/contract.ts';
import { dropDocuments } from '../../../src/knowledge/sources/documents.ts';
import * as sources from '../../../src/knowledge/sources/queries.ts';
import { sourceRunKind } from '../../../src/knowledge/sources/run-kind.ts';
import { firstSync, intervalOf } from '../../../src/knowledge/sources/schedule.ts';
import type { SourceConfig as Config } from '../../../src/knowledge/sources/tables.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { checkEach, errors, orNotFound, Problems } from '../../../src/platform/errors.ts';
import { given } from '../../../src/platform/given.ts';
import { cancelWorkflows, stopRunsOf } from '../../../src/runs/stop.ts';
import { assertImmutableFields } from '../../immutable-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { Nullable, OneOf, PlainName } from '../../schemas.ts';
import { checkSecret, configOf, storeSecret } from './given.ts';
import { KnowledgeSource, Secret, SOURCE_FIELDS, SOURCES, SourceConfig, sourceRecord } from './schemas.ts';

const TAG = 'Knowledge sources';
/** Fields whose values audit events show. */
const SHOWN = ['name', 'collection_ids', 'strategy', 'schedule', 'paused'];

const OPTIONAL = {
  secret: Type.Optional(Nullable(Secret)),
  collection_ids: Type.Optional(SOURCE_FIELDS.collection_ids),
  strategy: Type.Optional(SOURCE_FIELDS.strategy),
  schedule: Type.Optional(SOURCE_FIELDS.schedule),
  paused: Type.Optional(SOURCE_FIELDS.paused),
};

const create = operation(
  {
    id: 'knowledge_source.create',
    method: 'POST',
    path: SOURCES,
    tag: TAG,
    summary: 'Create a source of documents: websites, a bucket, a Git repository or a folder',
    description:
      'A source with a schedule is synced first after one interval; sync begins a run at once. What is gone at the source is deleted here, what has changed is read anew, and what is as it was costs nothing.',
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Object({ kind: OneOf(SOURCE_KINDS), name: PlainName(), config: SourceConfig, ...OPTIONAL }),
      idempotent: false,
      example: { kind: 'web', name: 'Handbook', config: { urls: ['https://handbook.example.com/'] }, schedule: 'P1D' },
    },
    response: { schemas: { 200: KnowledgeSource } },
    audit: { event: 'knowledge_source.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { kind, name, collection_ids = [], strategy = 'auto', schedule = null, paused = false } = body;
    const secret = { kind, secret: body.secret, before: null };
    const problems = new Problems();
    const config = (await problems.of(() => configOf(ctx, caller, kind, body.config))) ?? {};
    await problems.of(() => checkFields(kind, config, schedule));
    await problems.of(() => checkSecret(secret));
    await problems.of(() => checkFiling(ctx.db, caller, 'collection_ids', collection_ids));
    problems.refuse();
    const row = await change(async (trx) => {
      const credential_id = await storeSecret(ctx, trx, caller, secret);
      const owner = { orgId: caller.orgId, projectId: caller.projectId, by: caller.subject };
      const fields = { name, config, collection_ids, strategy, schedule, paused, credential_id };
      const id = await sources.createSource(trx, owner, kind, fields);
      await sources.setNextSync(trx, id, firstSync(fields));
      const result = await reread(trx, caller.projectId, id);
      return { result, audited: { resource: { type: 'knowledge_source', id }, name, payload: { kind, schedule } } };
    });
    return sourceRecord(row, true);
  },
);

/** Throws a 422 on what can't be synced by itself. */
function checkFields(kind: string, { urls }: Config, schedule: string | null | undefined): void {
  checkEach(['urls', 'schedule'], (field) => {
    if (field === 'schedule' && schedule != null) intervalOf(schedule);
    if (field === 'urls' && kind === 'web' && (urls as readonly string[] | undefined)?.length === 0)
      throw errors.invalid(['config', 'urls'], 'must name an address', 'missing');
  });
}

const list = operation(
  {
    id: 'knowledge_source.list',
    method: 'GET',
    path: SOURCES,
    tag: TAG,
    summary: 'Sources of the project',
    auth: { permission: 'project:view' },
    request: { query: Type.Object({ ...PAGE_QUERY, kind: Type.Optional(OneOf(SOURCE_KINDS)) }) },
    response: { schemas: { 200: Envelope(KnowledgeSource) } },
  },
  async ({ ctx, caller, query, page }) =>
    mapPage(await sources.listSources(ctx.db, caller.projectId, query.kind, page), (row) =>
      sourceRecord(row, hasPermission(caller.grants, 'project:edit')),
    ),
);

const read = operation(
  {
    id: 'knowledge_source.read',
    method: 'GET',
    path: `${SOURCES}/{knowledge_source_id}`,
    tag: TAG,
    summary: 'Read a source',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: KnowledgeSource } },
  },
  ({ caller, parents }) => sourceRecord(parents.knowledge_source_id, hasPermission(caller.grants, 'project:edit')),
);

const update = operation(
  {
    id: 'knowledge_source.update',
    method: 'POST',
    path: `${SOURCES}/{knowledge_source_id}`,
    tag: TAG,
    summary: 'Edit a source; the next sync goes by it',
    description:
      'Fields of config that are left out stay as they are. Other collections hold for documents that come from then on. A new schedule counts from now.',
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Object({
        kind: Type.Optional(OneOf(SOURCE_KINDS)),
        name: Type.Optional(PlainName()),
        config: Type.Optional(SourceConfig),
        ...OPTIONAL,
      }),
      idempotent: false,
      example: { schedule: 'PT6H', paused: false },
    },
    response: { schemas: { 200: KnowledgeSource } },
    audit: { event: 'knowledge_source.updated' },
  },
  async ({ ctx, caller, parents, body, change }) => {
    const { id, kind } = parents.knowledge_source_id;
    const { name, collection_ids, strategy, schedule, paused } = body;
    const row = await change(async (trx) => {
      const locked = orNotFound(await sources.lockSource(trx, caller.projectId, id), 'knowledge_source', id);
      const problems = new Problems();
      await problems.of(() => assertImmutableFields(locked, body, ['kind'], 'make another source of the other kind'));
      const config = await problems.of(() => body.config && configOf(ctx, caller, kind, body.config, locked.config));
      const fields = given({ name, config, collection_ids, strategy, schedule, paused });
      const after = { ...locked, ...fields };
      if (!locked.is_scrape || after.schedule !== null)
        await problems.of(() => checkFields(kind, after.config, schedule));
      const secret = { kind, secret: body.secret, before: locked.credential_id };
      await problems.of(() => checkSecret(secret));
      await problems.of(() => checkFiling(trx, caller, 'collection_ids', collection_ids ?? []));
      problems.refuse();
      const credential_id = await storeSecret(ctx, trx, caller, secret);
      const payload = { ...toChangePayload(locked, fields, SHOWN), secret: body.secret !== undefined };
      if (payload.changed.length === 0 && !payload.secret) return { result: locked, audited: 'unchanged' };
      await sources.updateSource(trx, id, { ...fields, credential_id });
      if (payload.changed.includes('schedule') || payload.changed.includes('paused'))
        await sources.setNextSync(trx, id, firstSync(after));
      const audited = { resource: { type: 'knowledge_source', id }, name: after.name, payload };
      return { result: await reread(trx, caller.projectId, id), audited };
    });
    return sourceRecord(row, true);
  },
);

const remove = operation(
  {
    id: 'knowledge_source.delete',
    method: 'DELETE',
    path: `${SOURCES}/{knowledge_source_id}`,
    tag: TAG,
    summary: 'Delete a source with its secret; a run under way is stopped',
    auth: { permission: 'project:edit' },
    request: {
      query: Type.Object({
        documents: OneOf(['keep', 'delete'], {
          default: 'keep',
          description: 'what becomes of the documents that came from it; those that are kept are synced no more',
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
      if (locked.credential_id !== null) await dropCredential(trx, locked.credential_id);
      await sources.deleteSource(trx, id, query.documents === 'delete');
      const payload = { documents: query.documents, document_count: locked.document_count };
      return { result: locked, audited: { resource: { type: 'knowledge_source', id }, name: locked.name, payload } };
    });
    await cancelWorkflows(ctx, stopRunsOf(ctx.db, sourceRunKind, 'source_id', id));
    if (query.documents === 'delete') await dropDocuments(ctx, id, DROPPED_AT_ONCE);
    return { ...sourceRecord(row, true), deleted: true };
  },
);

/** Documents that go before a deletion is answered; maintenance deletes the others. */
const DROPPED_AT_ONCE = 1000;

async function reread(trx: Executor, projectId: string, id: string) {
  return orNotFound(await sources.findSource(trx, projectId, id), 'knowledge_source', id);
}

export const SOURCE_RECORD_OPERATIONS = [create, list, read, update, remove];
