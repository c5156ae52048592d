import Type from 'typebox';
import { grantRole } from '../../src/access/giving.ts';
import { holds, rolesOn, rolesWith } from '../../src/access/permissions.ts';
import { changesOf } from '../../src/audit/changes.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import { ON_PROJECT_DELETED, RUN_KINDS } from '../../src/modules.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { given } from '../../src/platform/given.ts';
import * as projects from '../../src/projects/queries.ts';
import { cancelWorkflows, stopRunsOfProject } from '../../src/runs/stop.ts';
import type { Caller } from '../caller.ts';
import type { AuditNote } from '../change.ts';
import type { ApiContext } from '../context.ts';
import {
  AVATAR_FIELD,
  AVATAR_FORM,
  applyAvatarRemoval,
  setAvatar,
  toAvatarChange,
  toAvatarUrl,
} from '../files/avatars.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { versioned } from '../plugins/versions.ts';
import { Id, Nullable, PlainName, Timestamp } from '../schemas.ts';
import { PROJECT_CONFIG_OPERATIONS } from './config.ts';
import { still } from './still.ts';
import { listVisible } from './visible.ts';

const Project = versioned(
  { table: 'projects', path: '/org/{org_id}/project/{project_id}' },
  Type.Object(
    {
      id: Id,
      org_id: Id,
      name: Type.String(),
      project_key: Nullable(
        Type.String({
          description:
            'names the project in addresses below /public, which take no credential; shown to those who may edit it, in a list to those who may edit all of the organization',
        }),
      ),
      avatar_url: Nullable(Type.String()),
      created: Timestamp,
      modified: Timestamp,
    },
    { title: 'Project' },
  ),
);

type ProjectRow = NonNullable<Awaited<ReturnType<typeof projects.findProject>>>;

function record({ config }: Pick<ApiContext, 'config'>, { holdings }: Caller, row: ProjectRow) {
  const key = holds(holdings, 'project:edit') ? row.project_key : null;
  return { ...row, project_key: key, avatar_url: toAvatarUrl(config.publicUrl, row.avatar_url) };
}

/** What an audit event tells of a project. */
function noteOf(row: ProjectRow): AuditNote {
  return { resource: { type: 'project', id: row.id }, name: row.name };
}

const create = operation(
  {
    id: 'project.create',
    method: 'POST',
    path: '/org/{org_id}/project',
    tag: 'Projects',
    summary: 'Create a project, which the caller then owns',
    auth: { permission: 'organization:create_project' },
    request: { body: Type.Object({ name: PlainName() }), idempotent: false, example: { name: 'Support desk' } },
    response: { schemas: { 200: Project } },
    audit: { event: 'project.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const row = await change(async (trx) => {
      const made = await projects.createProject(trx, caller.orgId, body.name);
      const { type, id } = caller.subject;
      if (type === 'user')
        await grantRole(trx, { resourceType: 'project', resourceId: made.id, userId: id, role: 'owner' });
      return { result: made, audited: noteOf(made) };
    });
    return record(ctx, caller, row);
  },
);

const list = operation(
  {
    id: 'project.list',
    method: 'GET',
    path: '/org/{org_id}/project',
    tag: 'Projects',
    summary: 'Projects of the organization that the caller may see',
    auth: { permission: 'organization:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Project) } },
  },
  async ({ ctx, caller, page: asked }) => {
    const all = rolesWith('project:view').some((role) => rolesOn(caller.holdings, 'organization').has(role));
    const viewer = { subject: caller.subject, all };
    const page = await projects.projectsFor(ctx.db, caller.orgId, viewer, asked);
    return mapPage(page, (row) => record(ctx, caller, row));
  },
);

const read = operation(
  {
    id: 'project.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}',
    tag: 'Projects',
    summary: 'Read a project',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Project } },
  },
  async ({ ctx, caller }) =>
    record(ctx, caller, still(caller, await projects.findProject(ctx.db, caller.orgId, caller.projectId))),
);

const rename = operation(
  {
    id: 'project.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}',
    tag: 'Projects',
    summary: 'Rename a project, or take its picture away',
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Object({ name: Type.Optional(PlainName()), ...AVATAR_FIELD }),
      idempotent: false,
      example: { name: 'Back office' },
    },
    response: { schemas: { 200: Project } },
    audit: { event: 'project.updated' },
  },
  async ({ ctx, caller, body, change }) => {
    const { orgId, projectId } = caller;
    const { row, removedKeys: gone } = await change(async (trx) => {
      const before = still(caller, await projects.findProject(trx, orgId, projectId));
      const picture = toAvatarChange(ctx.config.publicUrl, body.avatar_url, before.avatar_url);
      const fields = given({ name: body.name, ...picture });
      const { changed } = changesOf(before, fields, []);
      if (changed.length === 0) return { result: { row: before, removedKeys: [] }, audited: 'unchanged' };
      const after = still(caller, await projects.updateProject(trx, orgId, projectId, fields));
      const result = await applyAvatarRemoval(trx, projectId, picture, after);
      return { result, audited: { ...noteOf(after), payload: { changed } } };
    });
    await removeBlobs(ctx.blobs, gone);
    return record(ctx, caller, row);
  },
);

const remove = operation(
  {
    id: 'project.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}',
    tag: 'Projects',
    summary: 'Delete a project; its unfinished runs are stopped and its API keys revoked',
    auth: { permission: 'project:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Project } },
    audit: { event: 'project.deleted' },
  },
  async ({ ctx, caller, change }) => {
    const row = await change(async (trx) => {
      const deleted = still(
        caller,
        await projects.deleteProject(trx, caller.orgId, caller.projectId, ON_PROJECT_DELETED),
      );
      return { result: deleted, audited: noteOf(deleted) };
    });
    await cancelWorkflows(ctx, stopRunsOfProject(ctx.db, RUN_KINDS, caller.projectId));
    return record(ctx, caller, row);
  },
);

const setPicture = operation(
  {
    id: 'project.avatar',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/avatar',
    tag: 'Projects',
    summary: 'Set the picture of a project',
    auth: { permission: 'project:edit' },
    request: { ...AVATAR_FORM.request, bodyOptional: true, idempotent: false, example: {} },
    response: { errors: AVATAR_FORM.errors, schemas: { 200: Project } },
    audit: { event: 'project.updated' },
  },
  async ({ ctx, caller, request, change }) => {
    const { orgId, projectId } = caller;
    const row = await setAvatar(ctx, request, change, { type: 'project', id: projectId }, async (trx, path) => {
      const changed = still(caller, await projects.setProjectAvatar(trx, orgId, projectId, path));
      return { result: changed, audited: { ...noteOf(changed), payload: { changed: ['avatar_url'] } } };
    });
    return record(ctx, caller, row);
  },
);

export const PROJECT_OPERATIONS: readonly Operation[] = [
  create,
  list,
  listVisible,
  read,
  rename,
  remove,
  setPicture,
  ...PROJECT_CONFIG_OPERATIONS,
];
