import Type from 'typebox';
import { createProject, findProject, projectsFor, renameProject } from '../../src/projects/queries.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY, pageOf } from '../plugins/pagination.ts';
import { Id, NonEmpty, Nullable, OrgParams, ProjectParams, Timestamp } from '../schemas.ts';

const Project = Type.Object({
  id: Id,
  org_id: Id,
  name: Type.String(),
  avatar_url: Nullable(Type.String()),
  created: Timestamp,
  modified: Timestamp,
});

const create = operation(
  {
    id: 'project.create',
    method: 'POST',
    path: '/org/{org_id}/project',
    tag: 'Projects',
    summary: 'Create a project',
    access: 'organization:create_project',
    params: OrgParams,
    query: null,
    body: Type.Object({ name: NonEmpty(200) }),
    answers: { 200: Project },
    loads: {},
    own: [],
    audit: 'project.created',
    idempotent: false,
    examples: { body: { name: 'Support desk' } },
  },
  ({ ctx, caller, body }) => createProject(ctx.db, caller.orgId, body.name),
);

const list = operation(
  {
    id: 'project.list',
    method: 'GET',
    path: '/org/{org_id}/project',
    tag: 'Projects',
    summary: 'Projects of the organization that the caller may see',
    access: 'organization:view',
    params: OrgParams,
    query: Type.Object(PAGE_QUERY),
    body: null,
    answers: { 200: Envelope(Project) },
    loads: {},
    own: [],
    audit: null,
    idempotent: false,
  },
  ({ ctx, caller, query }) => {
    const all = ['owner', 'editor', 'viewer'].some((role) => caller.holdings.roles.has(role));
    return projectsFor(ctx.db, caller.orgId, { userId: caller.subject.id, all }, pageOf(query));
  },
);

const read = operation(
  {
    id: 'project.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}',
    tag: 'Projects',
    summary: 'Read a project',
    access: 'project:view',
    params: ProjectParams,
    query: null,
    body: null,
    answers: { 200: Project },
    loads: {},
    own: [],
    audit: null,
    idempotent: false,
  },
  ({ ctx, caller }) => findProject(ctx.db, caller.orgId, caller.projectId),
);

const rename = operation(
  {
    id: 'project.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}',
    tag: 'Projects',
    summary: 'Rename a project',
    access: 'project:edit',
    params: ProjectParams,
    query: null,
    body: Type.Object({ name: NonEmpty(200) }),
    answers: { 200: Project },
    loads: {},
    own: [],
    audit: 'project.updated',
    idempotent: false,
    examples: { body: { name: 'Back office' } },
  },
  ({ ctx, caller, body }) => renameProject(ctx.db, caller.orgId, caller.projectId, body.name),
);

export const PROJECT_OPERATIONS = [create, list, read, rename];
