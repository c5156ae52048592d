import Type from 'typebox';
import { grantRole } from '../../src/access/grant-roles.ts';
import { getEffectiveRoles, hasPermission, listRolesWith } from '../../src/access/permissions.ts';
import { toChangePayload } from '../../src/audit/changes.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import { ON_PROJECT_DELETED, RUN_KINDS } from '../../src/modules.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import { DisplayName, Id, Nullable, Timestamp } from '../../src/platform/schemas.ts';
import * as projects from '../../src/projects/queries.ts';
import { cancelWorkflows, stopRunsOfProject } from '../../src/runs/stop.ts';
import type { Caller } from '../caller.ts';
import type { AuditDetails } from '../change.ts';
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
import { toVersionedSchema } from '../plugins/versions.ts';
import { PROJECT_CONFIG_OPERATIONS } from './config.ts';
import { assertProjectExists } from './project-exists.ts';
import { listVisibleOperation } from './visible.ts';

const Project = toVersionedSchema(
  { table: 'projects', path: '/org/{org_id}/project/{project_id}' },
  Type.Object(
    {
      id: Id,
      org_id: Id,
      name: Type.String(),
      project_key: Nullable(
        Type.String({
          description:
            'Key of the project in unauthenticated URLs below /public. Visible to project editors, and in lists to organization editors.',
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

function record({ config }: Pick<ApiContext, 'config'>, { grants }: Caller, row: ProjectRow) {
  const key = hasPermission(grants, 'project:edit') ? row.project_key : null;
  return { ...row, project_key: key, avatar_url: toAvatarUrl(config.publicUrl, row.avatar_url) };
}

/** Audit details of a project. */
function toAuditDetails(row: ProjectRow): AuditDetails {
  return { resource: { type: 'project', id: row.id }, name: row.name };
}

const create = operation(
  {
    id: 'project.create',
    method: 'POST',
    path: '/org/{org_id}/project',
    tag: 'Projects',
    summary: 'Create a project owned by the caller',
    auth: { permission: 'organization:create_project' },
    request: { body: Type.Object({ name: DisplayName() }), idempotent: false, example: { name: 'Support desk' } },
    response: { schemas: { 200: Project } },
    audit: { event: 'project.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const row = await change(async (trx) => {
      const created = await projects.createProject(trx, caller.orgId, body.name);
      const { type, id } = caller.subject;
      if (type === 'user')
        await grantRole(trx, { resourceType: 'project', resourceId: created.id, userId: id, role: 'owner' });
      return { result: created, audited: toAuditDetails(created) };
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
    summary: 'List visible projects of an organization',
    auth: { permission: 'organization:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Project) } },
  },
  async ({ ctx, caller, page: pageRequest }) => {
    const all = listRolesWith('project:view').some((role) =>
      getEffectiveRoles(caller.grants, 'organization').has(role),
    );
    const viewer = { subject: caller.subject, all };
    const page = await projects.listProjects(ctx.db, caller.orgId, viewer, pageRequest);
    return mapPage(page, (row) => record(ctx, caller, row));
  },
);

const read = operation(
  {
    id: 'project.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}',
    tag: 'Projects',
    summary: 'Get a project',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Project } },
  },
  async ({ ctx, caller }) =>
    record(
      ctx,
      caller,
      assertProjectExists(caller, await projects.findProject(ctx.db, caller.orgId, caller.projectId)),
    ),
);

const rename = operation(
  {
    id: 'project.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}',
    tag: 'Projects',
    summary: 'Update a project',
    auth: { permission: 'project:edit' },
    request: {
      checks: 'dry-run',
      body: Type.Object({ name: Type.Optional(DisplayName()), ...AVATAR_FIELD }),
      idempotent: false,
      example: { name: 'Back office' },
    },
    response: { schemas: { 200: Project } },
    audit: { event: 'project.updated' },
  },
  async ({ ctx, caller, body, change }) => {
    const { orgId, projectId } = caller;
    const { row, removedKeys: removedBlobs } = await change(async (trx) => {
      const before = assertProjectExists(caller, await projects.findProject(trx, orgId, projectId));
      const picture = toAvatarChange(ctx.config.publicUrl, body.avatar_url, before.avatar_url);
      const fields = omitUndefined({ name: body.name, ...picture });
      const { changed } = toChangePayload(before, fields, []);
      if (changed.length === 0) return { result: { row: before, removedKeys: [] }, audited: 'unchanged' };
      const after = assertProjectExists(caller, await projects.updateProject(trx, orgId, projectId, fields));
      const result = await applyAvatarRemoval(trx, projectId, picture, after);
      return { result, audited: { ...toAuditDetails(after), payload: { changed } } };
    });
    await removeBlobs(ctx.blobs, removedBlobs);
    return record(ctx, caller, row);
  },
);

const remove = operation(
  {
    id: 'project.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}',
    tag: 'Projects',
    summary: 'Delete a project, stop its runs and revoke its API keys',
    auth: { permission: 'project:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Project } },
    audit: { event: 'project.deleted' },
  },
  async ({ ctx, caller, change }) => {
    const row = await change(async (trx) => {
      const deleted = assertProjectExists(
        caller,
        await projects.deleteProject(trx, caller.orgId, caller.projectId, ON_PROJECT_DELETED),
      );
      return { result: deleted, audited: toAuditDetails(deleted) };
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
    summary: 'Set the avatar of a project',
    auth: { permission: 'project:edit' },
    request: { ...AVATAR_FORM.request, bodyOptional: true, idempotent: false, example: {} },
    response: { errors: AVATAR_FORM.errors, schemas: { 200: Project } },
    audit: { event: 'project.updated' },
  },
  async ({ ctx, caller, request, change }) => {
    const { orgId, projectId } = caller;
    const row = await setAvatar(ctx, request, change, { type: 'project', id: projectId }, async (trx, path) => {
      const changed = assertProjectExists(caller, await projects.setProjectAvatar(trx, orgId, projectId, path));
      return { result: changed, audited: { ...toAuditDetails(changed), payload: { changed: ['avatar_url'] } } };
    });
    return record(ctx, caller, row);
  },
);

export const PROJECT_OPERATIONS: readonly Operation[] = [
  create,
  list,
  listVisibleOperation,
  read,
  rename,
  remove,
  setPicture,
  ...PROJECT_CONFIG_OPERATIONS,
];
