import { sql } from 'kysely';
import Type from 'typebox';
import { assertPermission } from '../../src/access/delegation.ts';
import type { Permission } from '../../src/access/permissions.ts';
import { pickFields } from '../../src/audit/changes.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { BoundedText, Id } from '../../src/platform/schemas.ts';
import { assertNotOnlyPublic } from '../../src/runs/visibility.ts';
import { agentShares } from '../../src/shares/kinds/agent.ts';
import type { ShareKind } from '../../src/shares/kinds/kind.ts';
import { taskShares } from '../../src/shares/kinds/task.ts';
import * as shares from '../../src/shares/queries.ts';
import type { AuditDetails } from '../change.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { CLONE_OPERATIONS } from './clone.ts';
import { prepareShare, type ShareBody } from './new-share.ts';
import { shareParent } from './parents.ts';
import { PUBLIC_SHARE_OPERATIONS } from './public.ts';
import { createShareRecordSchema, shareCreate, toShareRecord } from './schemas.ts';

const PROJECT = '/org/{org_id}/project/{project_id}';
const SHOWN = ['short_id', 'title', 'revision_id', 'run_id', 'expires_at', 'indexed'];

/** Query of a list, with the field names of the kind. */
type ListFilter = { readonly active?: boolean } & Readonly<Record<string, string>>;

/** Differences between the operations of the kinds. test/guards/operations.txt lists the paths. */
interface ShareOperations {
  readonly kind: ShareKind;
  readonly word: string;
  /** Whether the list of one resource is a bare array. */
  readonly bare: boolean;
  readonly record: ReturnType<typeof createShareRecordSchema>;
}

function toAuditNote(kind: ShareKind, row: shares.ShareRow, payload: object = {}): AuditDetails {
  return {
    resource: { type: kind.page, id: row.id },
    name: row.title,
    labels: { [kind.fields.id]: row.resource_id },
    payload,
  };
}

/** Operations on shares of one kind. */
function shareOperations(declaration: ShareOperations): Operation[] {
  return [create(declaration), list(declaration), remove(declaration), listAll(declaration)];
}

/** Base of the operations of a kind. */
function getOperationBase({ kind, word, record }: ShareOperations) {
  const { type, stem, fields } = kind;
  // The parameter name depends on the kind, so types cannot derive it from the path.
  const path: string = `${PROJECT}/${stem}/{${fields.id}}/share`;
  return {
    path,
    tag: 'Shares',
    record,
    view: `${type}:view` as Permission,
    edit: `${type}:edit` as Permission,
    of: word,
    resourceOf: (parents: object) => (parents as Record<string, { id: string; name: string }>)[fields.id],
  };
}

function create(declaration: ShareOperations): Operation {
  const { kind } = declaration;
  const { path, tag, record, view, edit, of, resourceOf } = getOperationBase(declaration);
  return operation(
    {
      id: `${kind.type}.share.create`,
      method: 'POST',
      path,
      tag,
      summary: `Create a share of ${of}`,
      description:
        'Anyone with the link can open it. It shows the revision with its prompts, without IDs, secrets and connection settings. A short ID is never reused. A restricted credential also needs the scope to view the resource.',
      recordLimit: {
        table: 'shares',
        label: 'shares',
        condition: sql`active and (expires_at is null or expires_at > now())`,
      },
      auth: { permission: edit },
      request: {
        checks: 'dry-run',
        body: shareCreate(kind),
        idempotent: false,
        example: { title: 'Try this', description: 'What we use for **tickets**.' },
      },
      response: {
        schemas: { 200: record },
        errors: { 400: ['SHORT_ID_RESERVED'], 409: ['SHORT_ID_TAKEN', 'SHARING_DISABLED'] },
      },
      audit: { event: `${kind.type}.share_created` },
    },
    async ({ ctx, caller, parents, body, change }) => {
      const resource = resourceOf(parents);
      if (!resource) throw new Error(`${path} loads no ${kind.fields.id}`);
      // Anyone with the link can see it.
      assertPermission(caller, { type: kind.type, id: resource.id }, view);
      const share = await prepareShare(ctx.db, caller, kind, resource, body as ShareBody);
      const row = await change(async (trx) => {
        const made = await shares.insertShare(trx, share);
        return { result: made, audited: toAuditNote(kind, made, pickFields(made, SHOWN)) };
      });
      return toShareRecord(kind, ctx.config.publicUrl, row);
    },
  );
}

function list(declaration: ShareOperations): Operation {
  const { kind, bare } = declaration;
  const { path, tag, record, view, of, resourceOf } = getOperationBase(declaration);
  const declared = { id: `${kind.type}.share.list`, method: 'GET', path, tag, auth: { permission: view } } as const;
  const summary = `List shares of ${of}`;
  if (bare)
    return operation(
      {
        ...declared,
        summary,
        response: { schemas: { 200: Type.Array(record) } },
      },
      async ({ ctx, caller, parents }) => {
        const id = resourceOf(parents)?.id ?? '';
        // Recipients of a link cannot share it further.
        assertNotOnlyPublic(caller, { type: kind.type, id });
        const rows = await shares.listSharesOf(ctx.db, kind.type, id);
        return rows.map((row) => toShareRecord(kind, ctx.config.publicUrl, row));
      },
    );
  return operation(
    {
      ...declared,
      summary,
      request: { query: Type.Object(PAGE_QUERY) },
      response: { schemas: { 200: Envelope(record) } },
    },
    async ({ ctx, caller, parents, page }) => {
      const of = { projectId: caller.projectId, kind: kind.type };
      const rows = await shares.listShares(ctx.db, of, { resourceId: resourceOf(parents)?.id }, page);
      return mapPage(rows, (row) => toShareRecord(kind, ctx.config.publicUrl, row));
    },
  );
}

function remove(declaration: ShareOperations): Operation {
  const { kind } = declaration;
  const { path, tag, record, edit, of } = getOperationBase(declaration);
  return operation(
    {
      id: `${kind.type}.share.delete`,
      method: 'DELETE',
      path: `${path}/{share_id}` as const,
      tag,
      summary: `Deactivate a share of ${of}`,
      auth: { permission: edit },
      request: { parents: { share_id: shareParent(kind.type) }, idempotent: false },
      response: { schemas: { 200: record } },
      audit: { event: `${kind.type}.share_deactivated` },
    },
    async ({ ctx, parents: { share_id: row }, change }) => {
      await change(async (trx) => {
        const done = await shares.deactivateShare(trx, row.id);
        return { result: undefined, audited: done ? toAuditNote(kind, row) : 'unchanged' };
      });
      return toShareRecord(kind, ctx.config.publicUrl, { ...row, live: false });
    },
  );
}

function listAll(declaration: ShareOperations): Operation {
  const { kind } = declaration;
  const { fields, type, page } = kind;
  const { tag, record, view } = getOperationBase(declaration);
  return operation(
    {
      id: `${type}.share.list_project`,
      method: 'GET',
      path: `${PROJECT}/${page}`,
      tag,
      summary: `List shares of all ${type === 'task' ? 'tasks' : 'agents'}`,
      auth: { permission: view },
      request: {
        query: Type.Object({
          ...PAGE_QUERY,
          active: Type.Optional(Type.Boolean()),
          [fields.id]: Type.Optional(Id),
          [fields.name]: Type.Optional(BoundedText(200, { description: 'Part of the name, case-insensitive.' })),
        }),
      },
      response: { schemas: { 200: Envelope(record) } },
    },
    async ({ ctx, caller, query, page: asked }) => {
      const given = query as Readonly<Record<string, unknown>> as ListFilter;
      const [resourceId, name] = [given[fields.id], given[fields.name]];
      const filter = {
        active: given.active,
        resourceId,
        among: name === undefined ? undefined : kind.idsByName(caller.projectId, name),
      };
      const rows = await shares.listShares(ctx.db, { projectId: caller.projectId, kind: type }, filter, asked);
      return mapPage(rows, (row) => toShareRecord(kind, ctx.config.publicUrl, row));
    },
  );
}

export const SHARE_OPERATIONS: readonly Operation[] = [
  ...shareOperations({ kind: taskShares, word: 'a task', bare: true, record: createShareRecordSchema(taskShares) }),
  ...shareOperations({
    kind: agentShares,
    word: 'an agent',
    bare: false,
    record: createShareRecordSchema(agentShares),
  }),
  ...PUBLIC_SHARE_OPERATIONS,
  ...CLONE_OPERATIONS,
];
