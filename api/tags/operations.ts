import Type from 'typebox';
import type { Permission } from '../../src/access/permissions.ts';
import { filterLiveAgents } from '../../src/agents/queries.ts';
import { pickFields, toChangePayload } from '../../src/audit/changes.ts';
import { filterCollections } from '../../src/knowledge/collections/queries.ts';
import { filterDocuments } from '../../src/knowledge/documents/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { checkEach, errors } from '../../src/platform/errors.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { DisplayName, Id, Nullable, Timestamp, VisibleText } from '../../src/platform/schemas.ts';
import * as tags from '../../src/tags/queries.ts';
import { MAX_TAG_NAME_LENGTH } from '../../src/tags/rules.ts';
import { filterTaskIds } from '../../src/tasks/queries.ts';
import type { Caller } from '../caller.ts';
import type { AuditDetails } from '../change.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { createTagParent } from './parents.ts';

const Tag = Type.Object(
  { id: Id, name: Type.String(), description: Type.String(), parent_id: Nullable(Id), created: Timestamp },
  { title: 'Tag' },
);
const Name = DisplayName({ maxLength: MAX_TAG_NAME_LENGTH });
const OPTIONAL = {
  description: Type.Optional(VisibleText(1000)),
  parent_id: Type.Optional(Nullable(Id)),
};
const SHOWN = ['name', 'parent_id'];
const Entities = Type.Object({ entities: Type.Array(Id, { maxItems: 100, description: 'IDs of the resources.' }) });

/** Resource type with tags. */
interface Kind {
  readonly type: 'task' | 'task_agent' | 'document' | 'collection';
  /** Path segment. */
  readonly stem: string;
  /** Display name. */
  readonly label: string;
  /** Returns the ids of existing resources in the project. */
  readonly filterIds: (db: Executor, projectId: string, ids: readonly string[]) => Promise<string[]>;
}

const getTagScope = ({ orgId, projectId }: Caller, { type }: Kind): tags.TagScope => ({ orgId, projectId, kind: type });

function toAuditDetails(row: tags.TagRow, payload: object = {}): AuditDetails {
  const audience = { permission: `${row.kind as Kind['type']}:view` as const, of: null };
  return {
    resource: { type: 'tag', id: row.id },
    name: row.name,
    labels: { kind: row.kind },
    payload,
    audience: audience,
  };
}

const toNotFoundError = (id: string) => errors.notFound('tag', id);

/** Creates the tag operations of one resource type: create, list, get, update, delete, add and remove. */
function createTagOperations(kind: Kind): Operation[] {
  return [create(kind), list(kind), read(kind), update(kind), apply(kind, 'add'), apply(kind, 'remove')];
}

/** Declaration that the operations of a type share, and that of a single tag. */
function common({ type, stem }: Kind) {
  const path = `/org/{org_id}/project/{project_id}/${stem}/tag` as const;
  const one = `${path}/{tag_id}` as const;
  return {
    path,
    one,
    view: { tag: 'Tags', auth: { permission: `${type}:view` as Permission } },
    edit: { tag: 'Tags', auth: { permission: `${type}:edit` as Permission } },
    loads: { tag_id: createTagParent(type) },
  } as const;
}

function create(kind: Kind): Operation {
  const { path, edit } = common(kind);
  return operation(
    {
      ...edit,
      id: `${kind.type}.tag.create`,
      method: 'POST',
      path,
      summary: `Create a tag for ${kind.label}`,
      recordLimit: { table: 'tags', label: 'tags' },
      request: {
        checks: 'dry-run',
        idempotent: false,
        body: Type.Object({ name: Name, ...OPTIONAL }),
        example: { name: 'billing', description: 'Everything about invoices.' },
      },
      response: { schemas: { 200: Tag }, errors: { 409: ['TAG_ALREADY_EXISTS'] } },
      audit: { event: 'tag.created' },
    },
    ({ caller, body: { name, description = '', parent_id = null }, change }) =>
      change(async (trx) => {
        const row = await tags.createTag(trx, getTagScope(caller, kind), { name, description, parent_id });
        return { result: row, audited: toAuditDetails(row, pickFields(row, SHOWN)) };
      }),
  );
}

function list(kind: Kind): Operation {
  const { path, view } = common(kind);
  return operation(
    {
      ...view,
      id: `${kind.type}.tag.list`,
      method: 'GET',
      path,
      summary: `List tags for ${kind.label}, newest first`,
      request: { query: Type.Object(PAGE_QUERY) },
      response: { schemas: { 200: Envelope(Tag) } },
    },
    ({ ctx, caller, page }) => tags.listTags(ctx.db, getTagScope(caller, kind), page),
  );
}

function read(kind: Kind): Operation {
  const { one, view, loads } = common(kind);
  return operation(
    {
      ...view,
      id: `${kind.type}.tag.read`,
      method: 'GET',
      path: one,
      summary: `Get a tag for ${kind.label}`,
      request: { parents: loads },
      response: { schemas: { 200: Tag } },
    },
    ({ parents }) => parents.tag_id,
  );
}

function update(kind: Kind): Operation {
  const { one, edit, loads } = common(kind);
  return operation(
    {
      ...edit,
      id: `${kind.type}.tag.update`,
      method: 'POST',
      path: one,
      summary: `Update a tag for ${kind.label}`,
      request: {
        checks: 'dry-run',
        idempotent: false,
        body: Type.Object({ name: Type.Optional(Name), ...OPTIONAL }),
        parents: loads,
        example: { description: 'Invoices and reminders.' },
      },
      response: { schemas: { 200: Tag }, errors: { 409: ['TAG_ALREADY_EXISTS'] } },
      audit: { event: 'tag.updated' },
    },
    ({ caller, body: { name, description, parent_id }, params, change }) =>
      change(async (trx) => {
        const fields = omitUndefined({ name, description, parent_id });
        const changed = await tags.updateTag(trx, getTagScope(caller, kind), params.tag_id, fields);
        if (!changed) throw toNotFoundError(params.tag_id);
        const payload = toChangePayload(changed.before, changed.after, SHOWN);
        return {
          result: changed.after,
          audited: payload.changed.length > 0 ? toAuditDetails(changed.after, payload) : 'unchanged',
        };
      }),
  );
}

/** Resources that a body names. Throws a 422 listing those of another type. */
async function findEntities(db: Executor, { projectId }: Caller, kind: Kind, ids: readonly string[]) {
  const found = await kind.filterIds(db, projectId, ids);
  checkEach(ids, (id, index) => {
    if (!found.includes(id))
      throw errors.invalid(['entities', index], commonProblems.unknown_resource({ resource: kind.type }));
  });
  return [...new Set(ids)];
}

/** Operations that add a tag to resources or remove it. */
const ACTIONS = {
  add: { apply: tags.addTag, audit: 'tag.added', label: 'Add a tag to' },
  remove: { apply: tags.removeTag, audit: 'tag.removed', label: 'Remove a tag from' },
} as const;

function apply(kind: Kind, action: keyof typeof ACTIONS): Operation {
  const { one, edit, loads } = common(kind);
  const { apply, audit, label } = ACTIONS[action];
  return operation(
    {
      ...edit,
      id: `${kind.type}.tag.${action}`,
      method: 'POST',
      path: `${one}/${action}`,
      summary: `${label} ${kind.label}`,
      request: { idempotent: false, body: Entities, parents: loads, example: { entities: [] } },
      response: { schemas: { 200: Tag } },
      audit: { event: audit },
    },
    ({ caller, body, parents: { tag_id: tag }, change }) =>
      change(async (trx) => {
        const entities = await apply(trx, tag.id, await findEntities(trx, caller, kind, body.entities));
        return { result: tag, audited: entities.length > 0 ? toAuditDetails(tag, { entities }) : 'unchanged' };
      }),
  );
}

const deleteTag = operation(
  {
    id: 'tag.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/tags/{tag_id}',
    tag: 'Tags',
    summary: 'Delete a tag and move its children to the top level',
    auth: { permission: 'project:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Tag } },
    audit: { event: 'tag.deleted' },
  },
  ({ caller, params, change }) =>
    change(async (trx) => {
      const row = await tags.deleteTag(trx, caller.projectId, params.tag_id);
      if (!row) throw toNotFoundError(params.tag_id);
      return { result: row, audited: toAuditDetails(row) };
    }),
);

/** Tag operations of each resource type. test/guards/operations.txt lists the paths. */
export const TAG_OPERATIONS: readonly Operation[] = [
  ...createTagOperations({ type: 'task', stem: 'task', label: 'tasks', filterIds: filterTaskIds }),
  ...createTagOperations({ type: 'task_agent', stem: 'task-agent', label: 'agents', filterIds: filterLiveAgents }),
  ...createTagOperations({ type: 'document', stem: 'document', label: 'documents', filterIds: filterDocuments }),
  ...createTagOperations({
    type: 'collection',
    stem: 'collection',
    label: 'collections',
    filterIds: filterCollections,
  }),
  deleteTag,
];
