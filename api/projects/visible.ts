import Type from 'typebox';
import { inScope, rolesWith } from '../../src/access/permissions.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { visibleProjects } from '../../src/projects/visible.ts';
import { toAvatarUrl } from '../files/avatars.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, Nullable, Timestamp } from '../schemas.ts';

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

/** Where somebody begins who knows no path yet: a role on a project alone puts nobody into its organization. */
export const listVisible = operation(
  {
    id: 'project.list_visible',
    method: 'GET',
    path: '/project',
    tag: 'Projects',
    summary: 'Projects that you may see, in all organizations',
    description:
      'Those that can be read, whether the role is held on the project or on its organization. A credential that is cut down without `project:view` sees none.',
    auth: { permission: 'authenticated', noScopeReason: 'it lists no more than the scopes of the credential show' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(VisibleProject) } },
  },
  async ({ ctx, caller, page: asked }) => {
    const roles = inScope(caller.holdings, ['project:view']) ? rolesWith('project:view') : [];
    const subject = { ...caller.subject, clientId: caller.clientId };
    const page = await visibleProjects(ctx.db, subject, roles, asked);
    return mapPage(page, (row) => ({ ...row, avatar_url: toAvatarUrl(ctx.config.publicUrl, row.avatar_url) }));
  },
);
