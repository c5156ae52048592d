import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { BoundedText } from '../../src/platform/schemas.ts';
import { skillProblems } from '../../src/skills/problems.ts';
import * as skills from '../../src/skills/queries.ts';
import { toSlug } from '../../src/skills/rules.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { NOT_DELETED } from '../record-limit.ts';
import { createRevision, getActiveRevision, readAssets } from './revision.ts';
import { Skill, SkillContent, SkillCreate, SkillUpdate, toRevisionRecord, toSkillRecord } from './schemas.ts';

const SKILLS = '/org/{org_id}/project/{project_id}/skill';
const LIST_QUERY = Type.Object({
  ...PAGE_QUERY,
  search: Type.Optional(BoundedText(200, { description: 'Part of the slug, name or description.' })),
});

const create = operation(
  {
    id: 'skill.create',
    method: 'POST',
    path: SKILLS,
    tag: 'Skills',
    summary: 'Create a skill',
    recordLimit: { table: 'skills', label: 'skills', condition: NOT_DELETED },
    auth: { permission: 'project:create_skill' },
    request: {
      checks: 'dry-run',
      body: SkillCreate,
      longBody: true,
      idempotent: false,
      example: {
        display_name: 'House style',
        description: 'How we write to customers. Use it for every email to customers.',
        instructions: '# House style\n\nWrite in whole sentences. Sign with the team, never with a name.',
      },
    },
    response: { schemas: { 200: Skill }, errors: { 409: ['SKILL_ALREADY_EXISTS'] } },
    audit: { event: 'skill.created' },
  },
  async ({ ctx, caller, body, change, request }) => {
    const { revision, files } = await createRevision(ctx, request, body);
    const { description = '', license = null, compatibility = null, display_name } = body;
    const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
    const row = await change(async (trx) => {
      const slug = body.slug ?? (await skills.findFreeSlug(trx, caller.projectId, toSlug(display_name)));
      const fields = { slug, display_name, description, license, compatibility };
      const made = await skills.createSkill(trx, owner, fields, revision, files);
      return {
        result: made,
        audited: { resource: { type: 'skill', id: made.id }, name: display_name, payload: { slug } },
      };
    });
    return toSkillRecord(row);
  },
);

const list = operation(
  {
    id: 'skill.list',
    method: 'GET',
    path: SKILLS,
    tag: 'Skills',
    summary: 'List skills of the project',
    auth: { permission: 'project:view' },
    request: { query: LIST_QUERY },
    response: { schemas: { 200: Envelope(Skill) } },
  },
  async ({ ctx, caller, query, page }) => {
    const from = { projectId: caller.projectId, catalog: false };
    return mapPage(await skills.listSkills(ctx.db, from, query, page), toSkillRecord);
  },
);

const available = operation(
  {
    id: 'skill.list_available',
    method: 'GET',
    path: `${SKILLS}/available`,
    tag: 'Skills',
    summary: 'List skills of the project and the catalog',
    auth: { permission: 'project:view' },
    request: { query: LIST_QUERY },
    response: { schemas: { 200: Envelope(Skill) } },
  },
  async ({ ctx, caller, query, page }) => {
    const from = { projectId: caller.projectId, catalog: true };
    return mapPage(await skills.listSkills(ctx.db, from, query, page), toSkillRecord);
  },
);

const read = operation(
  {
    id: 'skill.read',
    method: 'GET',
    path: `${SKILLS}/{skill_id}`,
    tag: 'Skills',
    summary: 'Get a skill',
    auth: { permission: 'skill:view' },
    response: { schemas: { 200: Skill } },
  },
  async ({ parents }) => toSkillRecord(parents.skill_id),
);

const update = operation(
  {
    id: 'skill.update',
    method: 'POST',
    path: `${SKILLS}/{skill_id}`,
    tag: 'Skills',
    summary: 'Update a skill',
    auth: { permission: 'skill:edit' },
    request: {
      checks: 'dry-run',
      body: SkillUpdate,
      idempotent: false,
      example: { description: 'How we write to customers and partners.' },
    },
    response: { schemas: { 200: Skill }, errors: { 409: ['SKILL_ALREADY_EXISTS'] } },
    audit: { event: 'skill.updated' },
  },
  async ({ caller, params, body, change }) => {
    const { display_name, description, license, compatibility, slug } = body;
    const given = Object.entries({ display_name, description, license, compatibility, slug });
    const row = await change(async (trx) => {
      const locked = orNotFound(
        await skills.lockSkill(trx, caller.projectId, params.skill_id),
        'skill',
        params.skill_id,
      );
      if (body.tags !== undefined && !isDeepStrictEqual(body.tags, locked.tags))
        throw errors.invalid('tags', skillProblems.tags_differ_from_revision);
      const changed = given.filter(([name, value]) => value !== undefined && value !== Reflect.get(locked, name));
      if (changed.length === 0) {
        return { result: locked, audited: 'unchanged' };
      }
      const edited = await skills.updateSkill(trx, locked.id, Object.fromEntries(changed));
      const before = Object.fromEntries(changed.map(([name]) => [name, Reflect.get(locked, name)]));
      const payload = { before, after: Object.fromEntries(changed) };
      return {
        result: edited,
        audited: { resource: { type: 'skill', id: locked.id }, name: edited.display_name, payload },
      };
    });
    return toSkillRecord(row);
  },
);

const remove = operation(
  {
    id: 'skill.delete',
    method: 'DELETE',
    path: `${SKILLS}/{skill_id}`,
    tag: 'Skills',
    summary: 'Delete a skill',
    auth: { permission: 'skill:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Skill } },
    audit: { event: 'skill.deleted' },
  },
  async ({ parents, change }) => {
    const { id, display_name: name } = parents.skill_id;
    await change(async (trx) => {
      await skills.deleteSkill(trx, id);
      return { result: undefined, audited: { resource: { type: 'skill', id }, name } };
    });
    return { ...toSkillRecord(parents.skill_id), deleted: true };
  },
);

const content = operation(
  {
    id: 'skill.read_content',
    method: 'GET',
    path: `${SKILLS}/{skill_id}/content`,
    tag: 'Skills',
    summary: 'Get the content of the active skill revision',
    auth: { permission: 'skill:view' },
    response: { schemas: { 200: SkillContent } },
  },
  async ({ ctx, parents }) => getContent(ctx, parents.skill_id),
);

/** Returns the active revision of a skill with its files. */
export async function getContent(ctx: ApiContext, skill: skills.SkillRow) {
  const revision = await getActiveRevision(ctx, skill);
  const record = toRevisionRecord(revision, skill);
  const bytes = await readAssets(ctx, revision.id);
  const assets = Object.entries(record.assets).map(([path, about]) => [
    path,
    { ...about, content: (bytes[path] ?? Buffer.alloc(0)).toString('base64') },
  ]);
  return { ...record, assets: Object.fromEntries(assets) };
}

export const SKILL_RECORD_OPERATIONS = [create, list, available, read, update, remove, content];
