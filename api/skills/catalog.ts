import Type from 'typebox';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { BoundedText, NonBlankText } from '../../src/platform/schemas.ts';
import * as skills from '../../src/skills/queries.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { catalogSkill, skillRevision } from './parents.ts';
import { Skill, SkillContent, SkillRevision, toRevisionRecord, toSkillRecord } from './schemas.ts';
import { getContent } from './skills.ts';

/** Common fields of catalog operations. */
const CATALOG_OPERATION = {
  method: 'GET',
  tag: 'Skill catalog',
  auth: { permission: 'authenticated', noScopeReason: 'the catalog is for everybody who is signed in' },
} as const;
const Count = Type.Object({ name: Type.String(), skill_count: Type.Integer() }, { title: 'SkillCount' });

const list = operation(
  {
    ...CATALOG_OPERATION,
    id: 'catalog_skill.list',
    path: '/skills',
    summary: 'List catalog skills',
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        source: Type.Optional(BoundedText(200, { description: 'Source of the skills.' })),
        search: Type.Optional(BoundedText(200, { description: 'Part of the slug, name or description.' })),
        tag: Type.Optional(
          Type.Array(NonBlankText(60), { maxItems: 20, description: 'Tags that a skill must all have.' }),
        ),
        tags: Type.Optional(Type.Array(NonBlankText(60), { maxItems: 20, description: 'Alias of `tag`.' })),
      }),
    },
    response: { schemas: { 200: Envelope(Skill) } },
  },
  async ({ ctx, query, page }) => {
    const tags = [...(query.tag ?? []), ...(query.tags ?? [])].map((tag) => tag.toLowerCase());
    const filter = { search: query.search, catalog: query.source, tags };
    return mapPage(await skills.listSkills(ctx.db, { catalog: true }, filter, page), toSkillRecord);
  },
);

const sources = operation(
  {
    ...CATALOG_OPERATION,
    id: 'catalog_skill.list_sources',
    path: '/skills/sources',
    summary: 'List catalog sources',
    response: { schemas: { 200: Type.Array(Count) } },
  },
  ({ ctx }) => skills.listSources(ctx.db),
);

const tags = operation(
  {
    ...CATALOG_OPERATION,
    id: 'catalog_skill.list_tags',
    path: '/skills/tags',
    summary: 'List catalog tags',
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Count) } },
  },
  ({ ctx, page }) => skills.listCatalogTags(ctx.db, page),
);

const read = operation(
  {
    ...CATALOG_OPERATION,
    id: 'catalog_skill.read',
    path: '/skills/{skill_id}',
    summary: 'Get a catalog skill',
    request: { parents: { skill_id: catalogSkill } },
    response: { schemas: { 200: Skill } },
  },
  async ({ parents }) => toSkillRecord(parents.skill_id),
);

const content = operation(
  {
    ...CATALOG_OPERATION,
    id: 'catalog_skill.read_content',
    path: '/skills/{skill_id}/content',
    summary: 'Get the content of a catalog skill',
    request: { parents: { skill_id: catalogSkill } },
    response: { schemas: { 200: SkillContent } },
  },
  async ({ ctx, parents }) => getContent(ctx, parents.skill_id),
);

const revisions = operation(
  {
    ...CATALOG_OPERATION,
    id: 'catalog_skill_revision.list',
    path: '/skills/{skill_id}/revisions',
    summary: 'List revisions of a catalog skill',
    request: { parents: { skill_id: catalogSkill } },
    response: { schemas: { 200: Type.Array(SkillRevision) } },
  },
  async ({ ctx, parents }) => {
    const rows = await skills.listSkillRevisions(ctx.db, parents.skill_id.id);
    return rows.map((row) => toRevisionRecord(row, parents.skill_id));
  },
);

const revision = operation(
  {
    ...CATALOG_OPERATION,
    id: 'catalog_skill_revision.read',
    path: '/skills/{skill_id}/revisions/{revision_id}',
    summary: 'Get a revision of a catalog skill',
    request: { parents: { skill_id: catalogSkill, revision_id: skillRevision } },
    response: { schemas: { 200: SkillRevision } },
  },
  async ({ parents }) => toRevisionRecord(parents.revision_id, parents.skill_id),
);

export const SKILL_CATALOG_OPERATIONS = [list, sources, tags, read, content, revisions, revision];
