import Type from 'typebox';
import { hasScope, listRolesWith } from '../../src/access/permissions.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { Id, Nullable, Timestamp } from '../../src/platform/schemas.ts';
import { listVisibleProjects } from '../../src/projects/visible.ts';
import { toAvatarUrl } from '../files/avatars.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';

const VisibleProject = Type.Object(
  {
    id: Id,
    name: Type.String(),
    avatar_url: Nullable(Type.String()),
    org_id: Id,
    org_name: Type.String(),
    created: Timestamp,
    modified: Timestamp,
  },
  { title: 'VisibleProject' },
);

/** Entry point for callers who know no path: a role on a project does not include its organization. */
export const listVisibleOperation = operation(
  {
    id: 'project.list_visible',
    method: 'GET',
    path: '/project',
    tag: 'Projects',
    summary: 'List visible projects of all organizations',
    description:
      'Lists projects that a role on the project or its organization makes visible. A credential with scopes requires `project:view`.',
    auth: { permission: 'authenticated', noScopeReason: 'it lists only what the scopes of the credential allow' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(VisibleProject) } },
  },
  async ({ ctx, caller, page: pageRequest }) => {
    const roles = hasScope(caller.grants, ['project:view']) ? listRolesWith('project:view') : [];
    const subject = { ...caller.subject, clientId: caller.clientId };
    const page = await listVisibleProjects(ctx.db, subject, roles, pageRequest);
    return mapPage(page, (row) => ({ ...row, avatar_url: toAvatarUrl(ctx.config.publicUrl, row.avatar_url) }));
  },
);
