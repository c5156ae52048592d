import Type from 'typebox';
import { hasPermission } from '../../src/access/permissions.ts';
import { getGrantsOn } from '../../src/access/principal-grants.ts';
import { pickFields, toChangePayload } from '../../src/audit/changes.ts';
import { backfillWorkflow } from '../../src/knowledge/backfill/contract.ts';
import { setNextSpace } from '../../src/knowledge/backfill/queries.ts';
import * as collections from '../../src/knowledge/collections/queries.ts';
import { documentProblems } from '../../src/knowledge/problems.ts';
import { ensureSpace } from '../../src/knowledge/spaces.ts';
import { assertFieldModelAllowed, toExcludableEmbedding } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { checkEach, errors, orNotFound, Problems } from '../../src/platform/errors.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { BoundedText, NonBlankText } from '../../src/platform/schemas.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { assertTags, setTags } from '../../src/tags/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import {
  Collection,
  CollectionCreate,
  CollectionDocuments,
  CollectionUpdate,
  Stats,
  toCollectionRecord,
  toStatsRecord,
} from './collection-schemas.ts';

const COLLECTIONS = '/org/{org_id}/project/{project_id}/collection';
const COLLECTION = `${COLLECTIONS}/{collection_id}` as const;
const AUDITED_FIELDS = ['title', 'tags', 'embedding'];

const create = operation(
  {
    id: 'collection.create',
    method: 'POST',
    path: COLLECTIONS,
    tag: 'Collections',
    summary: 'Create a collection',
    recordLimit: { table: 'collections', label: 'collections' },
    auth: { permission: 'project:create_collection' },
    request: {
      checks: 'dry-run',
      body: CollectionCreate,
      idempotent: false,
      example: { title: 'Terms and manuals', document_embedding_instance_ids: [] },
    },
    response: { schemas: { 200: Collection } },
    audit: { event: 'collection.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { title, document_embedding_instance_ids: documentIds = [], tags = [], embedding_model } = body;
    const scope = { orgId: caller.orgId, projectId: caller.projectId, kind: 'collection' };
    const problems = new Problems();
    await problems.run(() => assertTags(ctx.db, scope, tags));
    await problems.run(() => lockDocuments(ctx.db, caller, 'document_embedding_instance_ids', documentIds));
    const space = await ensureSpace(
      ctx.db,
      await problems.runLast(() => getEmbeddingModel(ctx, caller, embedding_model)),
    );
    const row = await change(async (trx) => {
      const documents = await lockDocuments(trx, caller, 'document_embedding_instance_ids', documentIds);
      const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
      const id = await collections.createCollection(trx, owner, title, space);
      await collections.addDocuments(trx, id, documents);
      await setTags(trx, scope, id, tags);
      const created = await getCollection(trx, caller, id);
      const payload = { ...pickFields(created, AUDITED_FIELDS), documents };
      return { result: created, audited: { resource: { type: 'collection', id }, name: title, payload } };
    });
    await startBackfill(ctx, row);
    return toCollectionRecord(row);
  },
);

/** Starts the embedding backfill of a collection if it lacks vectors. If this fails, maintenance starts it. */
export async function startBackfill(
  ctx: ApiContext,
  { id, org_id, backfill }: collections.CollectionRow,
): Promise<void> {
  if (backfill.missing === 0 && backfill.next === null) return;
  await wakeWorkflow(ctx, backfillWorkflow(id, org_id));
}

async function getEmbeddingModel({ db, models }: ApiContext, { orgId, projectId }: Caller, name: string | undefined) {
  const model = name === undefined ? models.defaultEmbedding : models.findEmbedding(name);
  if (!model) throw errors.invalid('embedding_model', documentProblems.unknown_embedding_model);
  assertFieldModelAllowed(
    await listEffectiveExclusions(db, orgId, projectId),
    'embedding_model',
    toExcludableEmbedding(model),
  );
  return model;
}

const list = operation(
  {
    id: 'collection.list',
    method: 'GET',
    path: COLLECTIONS,
    tag: 'Collections',
    summary: 'List collections',
    description:
      'Newest first. Callers without permission to view all collections of the project see those on which they have a role.',
    auth: { permission: 'collection:view', lists: 'collection' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        title: Type.Optional(BoundedText(200, { description: 'Part of the title.' })),
        tag_id: Type.Optional(NonBlankText(60, { description: 'ID or name of a tag.' })),
      }),
    },
    response: { schemas: { 200: Envelope(Collection) } },
  },
  async ({ ctx, caller, query: { title, tag_id: tag }, page }) =>
    mapPage(await collections.listCollections(ctx.db, caller, { title, tag }, page), toCollectionRecord),
);

const read = operation(
  {
    id: 'collection.read',
    method: 'GET',
    path: COLLECTION,
    tag: 'Collections',
    summary: 'Get a collection',
    auth: { permission: 'collection:view' },
    response: { schemas: { 200: Collection } },
  },
  ({ parents }) => toCollectionRecord(parents.collection_id),
);

const update = operation(
  {
    id: 'collection.update',
    method: 'POST',
    path: COLLECTION,
    tag: 'Collections',
    summary: 'Update a collection',
    description:
      'A new embedding model takes over once all chunks have vectors of it; `embedding.next` shows the progress. Until then queries use the current model. Sending the current model cancels the switch.',
    auth: { permission: 'collection:edit' },
    request: {
      checks: 'dry-run',
      body: CollectionUpdate,
      idempotent: false,
      example: { title: 'Terms of delivery' },
    },
    response: { schemas: { 200: Collection } },
    audit: { event: 'collection.updated' },
  },
  async ({ ctx, caller, params: { collection_id: id }, body: { title, tags, embedding_model }, change }) => {
    const scope = { orgId: caller.orgId, projectId: caller.projectId, kind: 'collection' };
    const problems = new Problems();
    await problems.run(() => assertTags(ctx.db, scope, tags ?? []));
    const model = await problems.runLast(() =>
      embedding_model === undefined ? undefined : getEmbeddingModel(ctx, caller, embedding_model),
    );
    const space = model ? await ensureSpace(ctx.db, model) : undefined;
    const row = await change(async (trx) => {
      const before = await lockCollection(trx, caller, id);
      if (tags !== undefined) await setTags(trx, scope, id, tags);
      if (space !== undefined) await setNextSpace(trx, id, space);
      const changed = await getCollection(trx, caller, id);
      const after = { title, tags: changed.tags, embedding: getTargetModel(changed) };
      const payload = toChangePayload({ ...before, embedding: getTargetModel(before) }, after, AUDITED_FIELDS);
      if (payload.changed.length === 0) return { result: before, audited: 'unchanged' };
      await collections.updateCollectionTitle(trx, id, title);
      const result = await getCollection(trx, caller, id);
      return { result, audited: { resource: { type: 'collection', id }, name: title, payload } };
    });
    if (space !== undefined) await startBackfill(ctx, row);
    return toCollectionRecord(row);
  },
);

/** Returns the embedding model that a collection uses once a pending switch is done. */
function getTargetModel({ backfill: { next }, model, dimension }: collections.CollectionRow) {
  return { model: next?.model ?? model, dimension: next?.dimension ?? dimension };
}

/** Operations that change which documents a collection contains. */
const MEMBERSHIP_ACTIONS = {
  add: {
    apply: collections.addDocuments,
    audit: 'collection.documents_added',
    summary: 'Add documents to a collection',
    description:
      'Adds all or none. Returns a 422 that names each ID that is not a document of the project or that the caller may not view.',
  },
  remove: {
    apply: collections.removeDocuments,
    audit: 'collection.documents_removed',
    summary: 'Remove documents from a collection',
    description:
      'Removes all or none. Returns a 422 that names each ID that is neither in the collection nor a document that the caller may view. Removed documents stay in the project.',
  },
} as const;

function createMembershipOperation(action: keyof typeof MEMBERSHIP_ACTIONS) {
  const { apply, audit, ...texts } = MEMBERSHIP_ACTIONS[action];
  return operation(
    {
      id: `collection.${action}`,
      method: 'POST',
      path: `${COLLECTION}/${action}`,
      tag: 'Collections',
      ...texts,
      auth: { permission: 'collection:edit' },
      request: { body: CollectionDocuments, idempotent: false, example: { embedding_instance_ids: [] } },
      response: { schemas: { 200: Collection } },
      audit: { event: audit },
    },
    async ({ ctx, caller, params: { collection_id: id }, body, change }) => {
      const row = await change(async (trx) => {
        const { title } = await lockCollection(trx, caller, id);
        const documentIds = await lockDocuments(trx, caller, 'embedding_instance_ids', body.embedding_instance_ids, id);
        const documents = await apply(trx, id, documentIds);
        const result = await getCollection(trx, caller, id);
        const note = { resource: { type: 'collection', id }, name: title, payload: { documents } };
        return { result, audited: documents.length > 0 ? note : 'unchanged' };
      });
      if (action === 'add') await startBackfill(ctx, row);
      return toCollectionRecord(row);
    },
  );
}

/**
 * Locks the documents of a request until the transaction ends and returns their IDs. Throws a 422 for each one that is
 * not in the project, or that the caller may not view and that is not in the collection. Both get the same error, which
 * does not reveal whether a document exists.
 */
async function lockDocuments(
  trx: Executor,
  caller: Caller,
  field: string,
  ids: readonly string[],
  collectionId?: string,
): Promise<string[]> {
  const unique = [...new Set(ids)];
  const existing = new Set(await collections.lockDocuments(trx, caller.projectId, unique));
  const members = new Set(collectionId === undefined ? [] : await collections.filterMembers(trx, collectionId, unique));
  const getGrants = await getGrantsOn(trx, caller, 'document', unique);
  checkEach(ids, (id, index) => {
    if (!existing.has(id) || !(members.has(id) || hasPermission(getGrants(id), 'document:view')))
      throw errors.invalid([field, index], commonProblems.unknown_resource({ resource: 'document' }));
  });
  return unique;
}

async function getCollection(trx: Executor, { projectId }: Caller, id: string) {
  return orNotFound(await collections.findCollection(trx, projectId, id), 'collection', id);
}

async function lockCollection(trx: Executor, { projectId }: Caller, id: string) {
  return orNotFound(await collections.lockCollection(trx, projectId, id), 'collection', id);
}

const stats = operation(
  {
    id: 'collection.stats',
    method: 'GET',
    path: `${COLLECTION}/stats`,
    tag: 'Collections',
    summary: 'Get collection statistics',
    auth: { permission: 'collection:view' },
    response: { schemas: { 200: Stats } },
  },
  async ({ ctx, params }) => toStatsRecord(await collections.getCollectionStats(ctx.db, params.collection_id)),
);

export const COLLECTION_RECORD_OPERATIONS = [
  create,
  list,
  read,
  update,
  createMembershipOperation('add'),
  createMembershipOperation('remove'),
  stats,
];
