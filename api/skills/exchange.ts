import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { NewFile } from '../../src/files/queries.ts';
import { readStaged } from '../../src/files/reading.ts';
import { errors } from '../../src/platform/errors.ts';
import { skillErrors } from '../../src/skills/errors.ts';
import { readSkill, writeSkill } from '../../src/skills/format/folder.ts';
import { SKILL_LIMITS, SkillError } from '../../src/skills/format/limits.ts';
import { unzip, zip } from '../../src/skills/format/zip.ts';
import { skillProblems } from '../../src/skills/problems.ts';
import * as skills from '../../src/skills/queries.ts';
import { parseFolder, toFolder } from '../../src/skills/rules.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { BinaryFile } from '../schemas.ts';
import { catalogSkill } from './parents.ts';
import { getActiveRevision, readAssets, stageFile } from './revision.ts';
import { Skill, toSkillRecord } from './schemas.ts';

const ImportForm = Type.Object({
  file: BinaryFile('Zip archive of the skill folder.'),
});

const importOne = operation(
  {
    id: 'skill.import',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/skill/import',
    tag: 'Skills',
    summary: 'Import a skill from a zip archive',
    auth: { permission: 'project:create_skill' },
    request: {
      query: Type.Object({
        replace: Type.Boolean({
          default: false,
          description: 'Whether a skill with the same slug gets a new revision instead of a 409. Default false.',
        }),
      }),
      body: Type.Object({}),
      bodyOptional: true,
      idempotent: false,
      form: { schema: ImportForm, only: true, maxBytes: SKILL_LIMITS.bytes + 1_048_576 },
    },
    response: { schemas: { 200: Skill }, errors: { 400: ['INVALID_SKILL'], 409: ['SKILL_ALREADY_EXISTS'] } },
    audit: { event: 'skill.imported' },
  },
  async ({ ctx, caller, query, uploads, change, request }) => {
    const [archive, ...more] = uploads.filter(({ field }) => field === 'file');
    if (archive === undefined) throw errors.invalid('file', skillProblems.skill_file_missing);
    if (more.length > 0) throw errors.invalid('file', skillProblems.skill_file_repeated);
    const folder = await readArchive(await readStaged(ctx, archive.blob), archive.name);
    const { fields, revision } = folder;
    const files: NewFile[] = [];
    for (const [path, bytes] of Object.entries(folder.assets)) files.push(await stageFile(ctx, request, path, bytes));
    const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
    const row = await change(async (trx) => {
      const present = query.replace ? await skills.lockSkillBySlug(trx, owner.projectId, fields.slug) : undefined;
      const made =
        present === undefined
          ? await skills.createSkill(trx, owner, fields, revision, files)
          : await skills.updateSkill(trx, present.id, {
              ...fields,
              ...skills.toActiveFields(
                await skills.addSkillRevision(trx, present, owner.userId, revision, files),
                revision,
              ),
            });
      const payload = {
        slug: fields.slug,
        skill_revision_id: made.active_revision_id,
        replaced: present !== undefined,
        hidden_text: folder.hidden,
      };
      return { result: made, audited: { resource: { type: 'skill', id: made.id }, name: made.display_name, payload } };
    });
    return { ...toSkillRecord(row), hidden_text: [...folder.hidden] };
  },
);

const ZIP = 'application/zip, a zip archive of the folder';

const exportOne = operation(
  {
    id: 'skill.export',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/skill/{skill_id}/export',
    tag: 'Skills',
    summary: 'Export a skill as a zip archive',
    auth: { permission: 'skill:view' },
    response: { schemas: { 200: ZIP } },
  },
  async ({ ctx, parents, reply }) => sendArchive(ctx, reply, parents.skill_id),
);

const exportFromCatalog = operation(
  {
    id: 'catalog_skill.export',
    method: 'GET',
    path: '/skills/{skill_id}/export',
    tag: 'Skill catalog',
    summary: 'Export a catalog skill as a zip archive',
    auth: { permission: 'authenticated', noScopeReason: 'the catalog is for everybody who is signed in' },
    request: { parents: { skill_id: catalogSkill } },
    response: { schemas: { 200: ZIP } },
  },
  async ({ ctx, parents, reply }) => sendArchive(ctx, reply, parents.skill_id),
);

async function readArchive(archive: Buffer, fileName: string) {
  try {
    const folder = readSkill(await unzip(archive), fileName.replace(/\.zip$/i, ''));
    return { ...parseFolder(folder), assets: folder.assets, hidden: folder.hidden };
  } catch (error) {
    if (error instanceof SkillError) throw skillErrors.invalid(error);
    throw error;
  }
}

async function sendArchive(ctx: ApiContext, reply: FastifyReply, skill: skills.SkillRow) {
  const revision = await getActiveRevision(ctx, skill);
  const files = writeSkill(toFolder(skill, revision, await readAssets(ctx, revision.id)));
  return reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename="${skill.slug}.zip"`)
    .send(await zip(skill.slug, files));
}

export const SKILL_EXCHANGE_OPERATIONS = [importOne, exportOne, exportFromCatalog];
