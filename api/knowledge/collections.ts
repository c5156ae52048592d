import Type from 'typebox';
import { hasPermission } from '../../src/access/permissions.ts';
import { getGrantsOn } from '../../src/access/principal-grants.ts';
import { pickFields, toChangePayload } from '../../src/audit/changes.ts';
import * as collections from '../../src/knowledge/collections/queries.ts';
import { fillingWorkflow } from '../../src/knowledge/filling/contract.ts';
import { chooseSpace } from '../../src/knowledge/filling/queries.ts';
import { ensureSpace } from '../../src/knowledge/spaces.ts';
import { checkMayName, excludableEmbedding } from '../../src/models/exclusions.ts';
import { exclusionsIn } from '../../src/models/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { checkEach, errors, orNotFound, Problems } from '../../src/platform/errors.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { assertTags, setTags } from '../../src/tags/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { NonEmpty, Text } from '../schemas.ts';
import {
  Collection,
  CollectionCreate,
  CollectionDocuments,
  CollectionUpdate,
  collectionRecord,
  Stats,
  statsRecord,
} from './collection-schemas.ts';

const COLLECTIONS = '/org/{org_id}/project/{project_id}/collection';
const COLLECTION = `${COLLECTIONS}/{collection_id}` as const;
const SHOWN = ['title', 'tags', 'embedding'];

const create = operation(
  {
    id: 'collection.create',
    method: 'POST',
    path: COLLECTIONS,
    tag: 'Collections',
    summary: 'Create a collection, with documents or without',
    auth: { permission: 'project:create_collection' },
    request: {
      body: CollectionCreate,
      idempotent: false,
      example: { title: 'Terms and manuals', document_embedding_instance_ids: [] },
    },
    response: { schemas: { 200: Collection } },
    audit: { event: 'collection.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { title, document_embedding_instance_ids: named = [], tags = [], embedding_model } = body;
    const scope = { orgId: caller.orgId, projectId: caller.projectId, kind: 'collection' };
    const problems = new Problems();
    await problems.of(() => assertTags(ctx.db, scope, tags));
    await problems.of(() => documentsOf(ctx.db, caller, 'document_embedding_instance_ids', named));
    const space = await ensureSpace(ctx.db, await problems.last(() => embeddingModel(ctx, caller, embedding_model)));
    const row = await change(async (trx) => {
      const documents = await documentsOf(trx, caller, 'document_embedding_instance_ids', named);
      const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
      const id = await collections.createCollection(trx, owner, title, space);
      await collections.addDocuments(trx, id, documents);
      await setTags(trx, scope, id, tags);
      const made = await found(trx, caller, id);
      const payload = { ...pickFields(made, SHOWN), documents };
      return { result: made, audited: { resource: { type: 'collection', id }, name: title, payload } };
    });
    await fillWhatLacks(ctx, row);
    return collectionRecord(row);
  },
);

/** Has the vectors made that a collection lacks; maintenance starts it if this fails. */
export async function fillWhatLacks(
  ctx: ApiContext,
  { id, org_id, filling }: collections.CollectionRow,
): Promise<void> {
  if (filling.missing === 0 && filling.next === null) return;
  await wakeWorkflow(ctx, fillingWorkflow(id, org_id));
}

async function embeddingModel({ db, models }: ApiContext, { orgId, projectId }: Caller, named: string | undefined) {
  const model = named === undefined ? models.defaultEmbedding : models.findEmbedding(named);
  if (!model) throw errors.invalid('embedding_model', 'is no configured embedding model', 'unknown_model');
  checkMayName(await exclusionsIn(db, orgId, projectId), 'embedding_model', excludableEmbedding(model));
  return model;
}

const list = operation(
  {
    id: 'collection.list',
    method: 'GET',
    path: COLLECTIONS,
    tag: 'Collections',
    summary: 'List collections, newest first',
    description: 'Whoever may not see all collections of the project is shown those on which they hold a role.',
    auth: { permission: 'collection:view', lists: 'collection' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        title: Type.Optional(Text(200, { description: 'part of the title' })),
        tag_id: Type.Optional(NonEmpty(60, { description: 'id or name of one of its tags' })),
      }),
    },
    response: { schemas: { 200: Envelope(Collection) } },
  },
  async ({ ctx, caller, query: { title, tag_id: tag }, page }) =>
    mapPage(await collections.listCollections(ctx.db, caller, { title, tag }, page), collectionRecord),
);

const read = operation(
  {
    id: 'collection.read',
    method: 'GET',
    path: COLLECTION,
    tag: 'Collections',
    summary: 'Read a collection',
    auth: { permission: 'collection:view' },
    response: { schemas: { 200: Collection } },
  },
  ({ parents }) => collectionRecord(parents.collection_id),
);

const update = operation(
  {
    id: 'collection.update',
    method: 'POST',
    path: COLLECTION,
    tag: 'Collections',
    summary: 'Give a collection another title, other tags, or another embedding model',
    description:
      'Another embedding model takes over once all vectors are made by it; `embedding.next` shows how far that is. Until then the one before serves, and naming that one again calls it off.',
    auth: { permission: 'collection:edit' },
    request: { body: CollectionUpdate, idempotent: false, example: { title: 'Terms of delivery' } },
    response: { schemas: { 200: Collection } },
    audit: { event: 'collection.updated' },
  },
  async ({ ctx, caller, params: { collection_id: id }, body: { title, tags, embedding_model }, change }) => {
    const scope = { orgId: caller.orgId, projectId: caller.projectId, kind: 'collection' };
    const problems = new Problems();
    await problems.of(() => assertTags(ctx.db, scope, tags ?? []));
    const model = await problems.last(() =>
      embedding_model === undefined ? undefined : embeddingModel(ctx, caller, embedding_model),
    );
    const space = model ? await ensureSpace(ctx.db, model) : undefined;
    const row = await change(async (trx) => {
      const before = await locked(trx, caller, id);
      if (tags !== undefined) await setTags(trx, scope, id, tags);
      if (space !== undefined) await chooseSpace(trx, id, space);
      const changed = await found(trx, caller, id);
      const after = { title, tags: changed.tags, embedding: wantedModel(changed) };
      const payload = toChangePayload({ ...before, embedding: wantedModel(before) }, after, SHOWN);
      if (payload.changed.length === 0) return { result: before, audited: 'unchanged' };
      await collections.retitleCollection(trx, id, title);
      const result = await found(trx, caller, id);
      return { result, audited: { resource: { type: 'collection', id }, name: title, payload } };
    });
    if (space !== undefined) await fillWhatLacks(ctx, row);
    return collectionRecord(row);
  },
);

/** The model by which a collection is to be searched. */
function wantedModel({ filling: { next }, model, dimension }: collections.CollectionRow) {
  return { model: next?.model ?? model, dimension: next?.dimension ?? dimension };
}

/** What puts documents into a collection, and what takes them out. */
const WAYS = {
  add: {
    put: collections.addDocuments,
    audit: 'collection.documents_added',
    summary: 'Put documents into a collection',
  },
  remove: {
    put: collections.removeDocuments,
    audit: 'collection.documents_removed',
    summary: 'Take documents out of a collection; they stay in the project',
  },
} as const;

function membership(way: keyof typeof WAYS) {
  const { put, audit, summary } = WAYS[way];
  return operation(
    {
      id: `collection.${way}`,
      method: 'POST',
      path: `${COLLECTION}/${way}`,
      tag: 'Collections',
      summary,
      description:
        'All or nothing: an id that is no document of the project, or none that the caller may see, is refused by its place.',
      auth: { permission: 'collection:edit' },
      request: { body: CollectionDocuments, idempotent: false, example: { embedding_instance_ids: [] } },
      response: { schemas: { 200: Collection } },
      audit: { event: audit },
    },
    async ({ ctx, caller, params: { collection_id: id }, body, change }) => {
      const row = await change(async (trx) => {
        const { title } = await locked(trx, caller, id);
        const named = await documentsOf(trx, caller, 'embedding_instance_ids', body.embedding_instance_ids, id);
        const documents = await put(trx, id, named);
        const result = await found(trx, caller, id);
        const note = { resource: { type: 'collection', id }, name: title, payload: { documents } };
        return { result, audited: documents.length > 0 ? note : 'unchanged' };
      });
      if (way === 'add') await fillWhatLacks(ctx, row);
      return collectionRecord(row);
    },
  );
}

/**
 * The documents that a body names, which nobody deletes until the transaction ends. Throws a 422 on each that is none
 * of the project, or none that the caller may see and that is not in the collection: one answer for both, so that nobody
 * learns what is there.
 */
async function documentsOf(
  trx: Executor,
  caller: Caller,
  field: string,
  ids: readonly string[],
  collectionId?: string,
): Promise<string[]> {
  const unique = [...new Set(ids)];
  const there = new Set(await collections.holdDocuments(trx, caller.projectId, unique));
  const members = new Set(collectionId === undefined ? [] : await collections.membersAmong(trx, collectionId, unique));
  const held = await getGrantsOn(trx, caller, 'document', unique);
  checkEach(ids, (id, index) => {
    if (!there.has(id) || !(members.has(id) || hasPermission(held(id), 'document:view')))
      throw errors.invalid([field, index], "is not one of the project's documents", 'unknown_resource');
  });
  return unique;
}

async function found(trx: Executor, { projectId }: Caller, id: string) {
  return orNotFound(await collections.findCollection(trx, projectId, id), 'collection', id);
}

async function locked(trx: Executor, { projectId }: Caller, id: string) {
  return orNotFound(await collections.lockCollection(trx, projectId, id), 'collection', id);
}

const stats = operation(
  {
    id: 'collection.stats',
    method: 'GET',
    path: `${COLLECTION}/stats`,
    tag: 'Collections',
    summary: 'Count what is in a collection',
    auth: { permission: 'collection:view' },
    response: { schemas: { 200: Stats } },
  },
  async ({ ctx, params }) => statsRecord(await collections.statsOf(ctx.db, params.collection_id)),
);

export const COLLECTION_RECORD_OPERATIONS = [
  create,
  list,
  read,
  update,
  membership('add'),
  membership('remove'),
  stats,
];
