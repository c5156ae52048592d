import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { listFiles, type NewFile } from '../../src/files/queries.ts';
import { readFile } from '../../src/files/reading.ts';
import { isBase64 } from '../../src/platform/base64.ts';
import { checkEach, errors, orNotFound, Problems, throwProblems } from '../../src/platform/errors.ts';
import { getFileMediaType } from '../../src/platform/media-type.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { type Dependency, DependencyError, readDependency } from '../../src/skills/dependencies.ts';
import { SKILL_LIMITS } from '../../src/skills/format/limits.ts';
import { findPathConflict, findPathProblem } from '../../src/skills/format/paths.ts';
import { skillProblems } from '../../src/skills/problems.ts';
import { findSkillRevision, type SkillRevisionRow, type SkillRow } from '../../src/skills/queries.ts';
import { getTags, NO_CAPABILITIES, type SkillRevisionFields } from '../../src/skills/rules.ts';
import type { ApiContext } from '../context.ts';
import { stageRequestBlob } from '../plugins/staging.ts';
import type { RevisionBody } from './schemas.ts';

/** Converts a body to a revision and stores its files. Throws a 422 for invalid content. */
export async function createRevision(
  ctx: ApiContext,
  request: FastifyRequest,
  body: RevisionBody & { readonly annotation?: string | null },
): Promise<{ readonly revision: SkillRevisionFields; readonly files: NewFile[] }> {
  const { capabilities = NO_CAPABILITIES, reference_docs = {}, assets = {} } = body;
  const problems = new Problems();
  const skill_metadata = (await problems.run(() => mergeMetadata(body))) ?? {};
  const contents = Object.entries(assets).map(([path, { content, media_type }]) => {
    return { path, mediaType: media_type, bytes: Buffer.from(content, 'base64') };
  });
  await problems.run(() => assertBase64(assets));
  await problems.run(() => assertValidFolder(body.instructions, reference_docs, contents));
  const dependencies = await problems.runLast(() => checkEach(capabilities.dependencies, parseDependency));
  const files: NewFile[] = [];
  for (const { path, mediaType, bytes } of contents) files.push(await stageFile(ctx, request, path, bytes, mediaType));
  const { instructions, annotation = null } = body;
  const stated = {
    schema_version: capabilities.schema_version,
    dependencies,
  };
  return {
    revision: { instructions, front: null, reference_docs, skill_metadata, capabilities: stated, annotation },
    files,
  };
}

function assertBase64(assets: NonNullable<RevisionBody['assets']>): void {
  checkEach(Object.entries(assets), ([path, { content }]) => {
    if (!isBase64(content)) throw errors.invalid(['assets', path, 'content'], commonProblems.not_base64);
  });
}

/** Merges the metadata of a body with its tags. Throws a 422 if they conflict. */
function mergeMetadata({ skill_metadata: metadata = {}, tags }: RevisionBody): Readonly<Record<string, unknown>> {
  if (tags === undefined) return metadata;
  if (metadata.tags !== undefined && !isDeepStrictEqual(getTags(metadata), getTags({ tags })))
    throw errors.invalid('tags', skillProblems.tags_differ_from_metadata);
  return { ...metadata, tags: metadata.tags ?? tags };
}

/** Parses a dependency of a body, in which null means omitted. Throws a 422 for the first violated rule. */
function parseDependency(value: Readonly<Record<string, unknown>>, index: number): Dependency {
  try {
    return readDependency(Object.fromEntries(Object.entries(value).filter(([, given]) => given !== null)));
  } catch (error) {
    if (!(error instanceof DependencyError)) throw error;
    const at = error.field === '' ? [] : [error.field.slice(0, 100)];
    throw errors.invalid(['capabilities', 'dependencies', index, ...at], error.problem);
  }
}

/** Stores a file of a skill in the blob store. */
export async function stageFile(
  ctx: ApiContext,
  request: FastifyRequest,
  name: string,
  bytes: Buffer,
  mediaType?: string,
): Promise<NewFile> {
  const blob = await stageRequestBlob(ctx, request, [bytes]);
  return { name, mediaType: getFileMediaType(blob.beginning, mediaType), blob };
}

/** Returns the active revision of a skill. */
export async function getActiveRevision(
  ctx: ApiContext,
  { active_revision_id: id }: SkillRow,
): Promise<SkillRevisionRow> {
  return orNotFound(await findSkillRevision(ctx.db, id), 'skill_revision', id);
}

/** Reads the binary files of a revision, by path. */
export async function readAssets(ctx: ApiContext, revisionId: string): Promise<Record<string, Buffer>> {
  const found: [string, Buffer][] = [];
  for (const file of await listFiles(ctx.db, revisionId)) found.push([file.name, await readFile(ctx, file)]);
  return Object.fromEntries(found);
}

/** Rejects files that a folder could not contain: every skill must be exportable. */
function assertValidFolder(
  instructions: string,
  docs: Readonly<Record<string, string>>,
  assets: readonly { readonly path: string; readonly bytes: Buffer }[],
): void {
  const places = [
    ...Object.keys(docs).map((path) => ({ field: 'reference_docs', path })),
    ...assets.map(({ path }) => ({ field: 'assets', path })),
  ];
  const found = places.flatMap(({ field, path }) => {
    const problem = /^skill\.md$/i.test(path) ? skillProblems.skill_path_reserved : findPathProblem(path);
    return problem === undefined ? [] : errors.invalid([field, path.slice(0, 100)], problem);
  });
  if (places.length >= SKILL_LIMITS.files)
    found.push(errors.invalid('reference_docs', skillProblems.too_many_skill_files({ limit: SKILL_LIMITS.files })));
  const texts = [instructions, ...Object.values(docs)].map((text) => Buffer.byteLength(text));
  const bytes = [...texts, ...assets.map((file) => file.bytes.length)].reduce((sum, size) => sum + size, 0);
  if (bytes > SKILL_LIMITS.bytes)
    found.push(errors.invalid('assets', skillProblems.skill_files_too_large({ limit: SKILL_LIMITS.bytes })));
  const conflict = findPathConflict(places.map(({ path }) => path));
  if (conflict) found.push(errors.invalid('reference_docs', conflict.problem));
  throwProblems(found);
}
