import Type from 'typebox';
import type { Permission } from '../../src/access/permissions.ts';
import { filterLiveAgents } from '../../src/agents/queries.ts';
import { changesOf, fieldsOf } from '../../src/audit/changes.ts';
import { filterCollections } from '../../src/knowledge/collections/queries.ts';
import { filterDocuments } from '../../src/knowledge/documents/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { checkEach, errors } from '../../src/platform/errors.ts';
import { given } from '../../src/platform/given.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import * as tags from '../../src/tags/queries.ts';
import { LONGEST_NAME } from '../../src/tags/rules.ts';
import { filterTaskIds } from '../../src/tasks/queries.ts';
import type { Caller } from '../caller.ts';
import type { AuditNote } from '../change.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, Nullable, PlainName, Text, Timestamp } from '../schemas.ts';
import { tagOf } from './parents.ts';

const Tag = Type.Object(
  { id: Id, name: Type.String(), description: Type.String(), parent_id: Nullable(Id), created: Timestamp },
  { title: 'Tag' },
);
const Name = PlainName({ maxLength: LONGEST_NAME });
const OPTIONAL = {
  description: Type.Optional(Text(1000)),
  parent_id: Type.Optional(Nullable(Id)),
};
const SHOWN = ['name', 'parent_id'];
const Entities = Type.Object({ entities: Type.Array(Id, { maxItems: 100, description: 'ids of what it is for' }) });

/** A kind of resource that carries tags. */
interface Kind {
  readonly type: 'task' | 'task_agent' | 'document' | 'collection';
  /** Its stem in paths. */
  readonly stem: string;
  /** What it is called. */
  readonly word: string;
  /** Which of these ids are live ones of the project. */
  readonly among: (db: Executor, projectId: string, ids: readonly string[]) => Promise<string[]>;
}

const scopeOf = ({ orgId, projectId }: Caller, { type }: Kind): tags.TagScope => ({ orgId, projectId, kind: type });

function noteOf(row: tags.TagRow, payload: object = {}): AuditNote {
  const told = { permission: `${row.kind as Kind['type']}:view` as const, of: null };
  return { resource: { type: 'tag', id: row.id }, name: row.name, labels: { kind: row.kind }, payload, told };
}

const gone = (id: string) => errors.notFound('tag', id);

/** The tags of one kind of resource: made, listed, read, changed, put on resources and taken off. */
function tagOperations(kind: Kind): Operation[] {
  return [create(kind), list(kind), read(kind), update(kind), apply(kind, 'add'), apply(kind, 'remove')];
}

/** What the operations of a kind share, and those of one tag. */
function common({ type, stem }: Kind) {
  const path = `/org/{org_id}/project/{project_id}/${stem}/tag` as const;
  const one = `${path}/{tag_id}` as const;
  return {
    path,
    one,
    view: { tag: 'Tags', auth: { permission: `${type}:view` as Permission } },
    edit: { tag: 'Tags', auth: { permission: `${type}:edit` as Permission } },
    loads: { tag_id: tagOf(type) },
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
      summary: `Make a tag for ${kind.word}`,
      request: {
        idempotent: false,
        body: Type.Object({ name: Name, ...OPTIONAL }),
        example: { name: 'billing', description: 'Whatever has to do with invoices.' },
      },
      response: { schemas: { 200: Tag }, errors: { 409: ['TAG_ALREADY_EXISTS'] } },
      audit: { event: 'tag.created' },
    },
    ({ caller, body: { name, description = '', parent_id = null }, change }) =>
      change(async (trx) => {
        const row = await tags.createTag(trx, scopeOf(caller, kind), { name, description, parent_id });
        return { result: row, audited: noteOf(row, fieldsOf(row, SHOWN)) };
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
      summary: `Tags for ${kind.word}, newest first`,
      request: { query: Type.Object(PAGE_QUERY) },
      response: { schemas: { 200: Envelope(Tag) } },
    },
    ({ ctx, caller, page }) => tags.listTags(ctx.db, scopeOf(caller, kind), page),
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
      summary: `Read a tag for ${kind.word}`,
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
      summary: `Change a tag for ${kind.word}; what is left out stays`,
      request: {
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
        const fields = given({ name, description, parent_id });
        const changed = await tags.updateTag(trx, scopeOf(caller, kind), params.tag_id, fields);
        if (!changed) throw gone(params.tag_id);
        const payload = changesOf(changed.before, changed.after, SHOWN);
        return {
          result: changed.after,
          audited: payload.changed.length > 0 ? noteOf(changed.after, payload) : 'unchanged',
        };
      }),
  );
}

/** The resources that a body names. Throws a 422 with all that are none of the kind. */
async function entitiesOf(db: Executor, { projectId }: Caller, kind: Kind, ids: readonly string[]) {
  const found = await kind.among(db, projectId, ids);
  checkEach(ids, (id, index) => {
    if (!found.includes(id))
      throw errors.invalid(['entities', index], commonProblems.unknown_resource({ resource: kind.type }));
  });
  return [...new Set(ids)];
}

/** What puts a tag on resources, and what takes it off. */
const WAYS = {
  add: { put: tags.addTag, audit: 'tag.added', does: 'Put a tag on', rest: 'those that have it keep it' },
  remove: { put: tags.removeTag, audit: 'tag.removed', does: 'Take a tag off', rest: 'those without it stay so' },
} as const;

function apply(kind: Kind, way: keyof typeof WAYS): Operation {
  const { one, edit, loads } = common(kind);
  const { put, audit, does, rest } = WAYS[way];
  return operation(
    {
      ...edit,
      id: `${kind.type}.tag.${way}`,
      method: 'POST',
      path: `${one}/${way}`,
      summary: `${does} ${kind.word}; ${rest}`,
      request: { idempotent: false, body: Entities, parents: loads, example: { entities: [] } },
      response: { schemas: { 200: Tag } },
      audit: { event: audit },
    },
    ({ caller, body, parents: { tag_id: tag }, change }) =>
      change(async (trx) => {
        const entities = await put(trx, tag.id, await entitiesOf(trx, caller, kind, body.entities));
        return { result: tag, audited: entities.length > 0 ? noteOf(tag, { entities }) : 'unchanged' };
      }),
  );
}

const deleteTag = operation(
  {
    id: 'tag.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/tags/{tag_id}',
    tag: 'Tags',
    summary: 'Delete a tag of whatever kind; it goes from what carries it, and tags below it stand at the top',
    auth: { permission: 'project:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Tag } },
    audit: { event: 'tag.deleted' },
  },
  ({ caller, params, change }) =>
    change(async (trx) => {
      const row = await tags.deleteTag(trx, caller.projectId, params.tag_id);
      if (!row) throw gone(params.tag_id);
      return { result: row, audited: noteOf(row) };
    }),
);

/** Tags of each kind that carries some, a line a kind; the paths are spelled out in test/guards/operations.txt. */
export const TAG_OPERATIONS: readonly Operation[] = [
  ...tagOperations({ type: 'task', stem: 'task', word: 'tasks', among: filterTaskIds }),
  ...tagOperations({ type: 'task_agent', stem: 'task-agent', word: 'agents', among: filterLiveAgents }),
  ...tagOperations({ type: 'document', stem: 'document', word: 'documents', among: filterDocuments }),
  ...tagOperations({ type: 'collection', stem: 'collection', word: 'collections', among: filterCollections }),
  deleteTag,
];
