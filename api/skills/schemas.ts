import Type, { type Static } from 'typebox';
import { definePattern, patternProblems } from '../../src/platform/patterns.ts';
import {
  AnyObject,
  BoundedText,
  DisplayName,
  Id,
  NonBlankText,
  Nullable,
  StringEnum,
  Timestamp,
  VisibleText,
} from '../../src/platform/schemas.ts';
import { SKILL_LIMITS } from '../../src/skills/format/limits.ts';
import type { SkillRevisionRow, SkillRow } from '../../src/skills/queries.ts';
import { toVersionedSchema } from '../plugins/versions.ts';
import { HiddenText } from '../schemas.ts';

const Slug = Type.String({
  pattern: definePattern(patternProblems.invalid_slug, '^[a-z0-9]+(-[a-z0-9]+)*$'),
  maxLength: 64,
  description: 'Name in the Agent Skills format, unique in the project. Default: derived from `display_name`.',
});
const Capabilities = Type.Object({
  schema_version: Type.Integer({ minimum: 1, maximum: 1, description: 'Version of the schema: 1.' }),
  dependencies: Type.Array(AnyObject, {
    maxItems: 100,
    description:
      'Dependencies, each `{type, required, …}`: `tool` with `name`; `integration` with `integration_type`; `mcp_server` with `server_url` or `slug`, and `name`; `mcp_tool` with the same and `tool_name`',
  }),
});
const Docs = Type.Record(Type.String(), BoundedText(SKILL_LIMITS.bytes), {
  maxProperties: SKILL_LIMITS.files,
  description: 'Text files by path.',
});
const Asset = Type.Object({
  content: Type.String({ description: 'Content in Base64.' }),
  media_type: Type.Optional(BoundedText(255, { description: 'Media type. Default: detected from the content.' })),
});

/** Editable fields of the skill itself. */
const SKILL_FIELDS = {
  description: VisibleText(1024, { description: 'Description for models of when to use the skill.' }),
  license: Nullable(VisibleText(500)),
  compatibility: Nullable(VisibleText(500, { description: 'Requirements for the environment.' })),
  slug: Slug,
};
const REVISION_FIELDS = {
  assets: Type.Record(Type.String(), Asset, {
    maxProperties: SKILL_LIMITS.files,
    description: 'Binary files by path.',
  }),
  capabilities: Capabilities,
  reference_docs: Docs,
  skill_metadata: AnyObject,
};
const Tags = Type.Array(Type.String({ pattern: definePattern(patternProblems.invalid_tag, '^[^\\s,[\\]"]{1,60}$') }), {
  maxItems: 50,
  description: 'Lowercase tags from the metadata of the active revision.',
});
const SkillDisplayName = DisplayName();
const Instructions = NonBlankText(SKILL_LIMITS.instructions, {
  description: 'Instructions for the model in Markdown.',
});

export const SkillCreate = Type.Object({
  display_name: SkillDisplayName,
  instructions: Instructions,
  ...Type.Partial(Type.Object({ ...SKILL_FIELDS, ...REVISION_FIELDS, tags: Tags })).properties,
});
/** An update. `tags` are accepted so that a record can be sent back, and rejected if they differ. */
export const SkillUpdate = Type.Partial(Type.Object({ display_name: SkillDisplayName, ...SKILL_FIELDS, tags: Tags }));
export const SkillRevisionCreate = Type.Object({
  instructions: Instructions,
  activate: Type.Boolean({ default: true }),
  annotation: Type.Optional(Nullable(VisibleText(1000, { description: 'Change note.' }))),
  ...Type.Partial(Type.Object(REVISION_FIELDS)).properties,
});

export type RevisionBody = Pick<
  Static<typeof SkillRevisionCreate>,
  'instructions' | 'assets' | 'capabilities' | 'reference_docs' | 'skill_metadata'
> &
  Pick<Static<typeof SkillCreate>, 'tags'>;

export const Skill = toVersionedSchema(
  { table: 'skills', path: '/org/{org_id}/project/{project_id}/skill/{skill_id}' },
  Type.Object(
    {
      id: Id,
      slug: Type.String(),
      display_name: Type.String(),
      description: Type.String(),
      license: Nullable(Type.String()),
      compatibility: Nullable(Type.String()),
      source: StringEnum(['global', 'project']),
      catalog_source: Nullable(
        Type.String({ description: 'Source of a catalog skill; null for skills of a project.' }),
      ),
      tags: Type.Array(Type.String()),
      active_revision_id: Id,
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
      hidden_text: Type.Optional(HiddenText),
    },
    { title: 'Skill' },
  ),
);

const REVISION_RECORD = {
  id: Id,
  skill_id: Id,
  active: Type.Boolean(),
  instructions: Type.String(),
  reference_docs: Type.Record(Type.String(), Type.String()),
  skill_metadata: AnyObject,
  capabilities: Capabilities,
  annotation: Nullable(Type.String()),
  created: Timestamp,
};
const AssetRecord = Type.Object({ media_type: Type.String(), size: Type.Integer({ description: 'Size in bytes.' }) });

export const SkillRevision = Type.Object(
  { ...REVISION_RECORD, assets: Type.Record(Type.String(), AssetRecord) },
  { title: 'SkillRevision' },
);
/** The active revision with all bytes. */
export const SkillContent = Type.Object(
  {
    ...REVISION_RECORD,
    assets: Type.Record(
      Type.String(),
      Type.Object({ ...AssetRecord.properties, content: Type.String({ description: 'Content in Base64.' }) }),
    ),
  },
  { title: 'SkillContent' },
);

/** Returns the record of a skill without its revisions. */
export function toSkillRecord(row: SkillRow): Static<typeof Skill> & { readonly version: number } {
  const { id, slug, display_name, description, license, compatibility, tags, active_revision_id, catalog } = row;
  return {
    id,
    slug,
    display_name,
    description,
    license,
    compatibility,
    source: catalog === null ? 'project' : 'global',
    catalog_source: catalog,
    tags,
    active_revision_id,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

/** Returns the record of a revision of a skill. */
export function toRevisionRecord(row: SkillRevisionRow, skill: SkillRow): Static<typeof SkillRevision> {
  const assets = row.files.map(({ name, media_type, size }) => [name, { media_type, size }]);
  return {
    id: row.id,
    skill_id: row.skill_id,
    active: row.id === skill.active_revision_id,
    instructions: row.instructions,
    reference_docs: row.reference_docs,
    assets: Object.fromEntries(assets),
    skill_metadata: row.skill_metadata,
    capabilities: { ...row.capabilities, dependencies: [...row.capabilities.dependencies] },
    annotation: row.annotation,
    created: row.created.toISOString(),
  };
}
