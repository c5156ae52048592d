import { toCanonicalJson } from '../../platform/digest.ts';
import { type RemovedCharacters, removeHiddenCharacters } from '../../platform/hidden-text.ts';
import { parseJson } from '../../platform/json.ts';
import { skillFailures } from '../problems.ts';
import { type FrontMatter, readFrontMatter, splitSkillFile, writeFrontMatter } from './front-matter.ts';
import { SKILL_LIMITS, SkillError } from './limits.ts';
import { findPathConflict, findPathProblem, isIgnored, toPathError } from './paths.ts';

/** A file in a skill's folder. */
export interface FolderFile {
  /** Relative to the folder, with `/` as separator. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** Content of a skill's folder. */
export interface SkillFolder extends FrontMatter {
  /** Front matter as written, with its `---` lines. */
  readonly front: string;
  /** Markdown after the front matter. */
  readonly instructions: string;
  /** Text files by path. */
  readonly reference_docs: Readonly<Record<string, string>>;
  /** Other files by path. */
  readonly assets: Readonly<Record<string, Buffer>>;
  /** Invisible characters that were removed, by file. */
  readonly hidden: readonly RemovedCharacters[];
}

const SKILL_FILE = /^(.*\/)?SKILL\.md$/i;

/**
 * Reads a skill from the files of its folder, or of a folder around it. `folder` is the default of the skill's name.
 * Throws a SkillError.
 */
export function readSkill(all: readonly FolderFile[], folder?: string): SkillFolder {
  const files = all.filter(({ path }) => !isIgnored(path));
  assertValidFiles(files);
  const root = findRoot(files);
  const skillFile = files.find(({ path }) => SKILL_FILE.test(path) && path.length === root.length + 'SKILL.md'.length);
  if (skillFile === undefined) throw new SkillError(skillFailures.skill_md_missing);
  if (skillFile.bytes.length > SKILL_LIMITS.instructions)
    throw new SkillError(skillFailures.skill_md_too_large({ limit: SKILL_LIMITS.instructions }), 'SKILL.md');
  const text = decodeText(skillFile.bytes);
  if (text === undefined) throw new SkillError(skillFailures.skill_md_not_text, 'SKILL.md');
  const hidden: RemovedCharacters[] = [];
  const { front, instructions } = splitSkillFile(removeHidden('SKILL.md', text, hidden));
  const docs: [string, string][] = [];
  const assets: [string, Buffer][] = [];
  for (const file of files) {
    if (file === skillFile) continue;
    if (!file.path.startsWith(root))
      throw new SkillError(skillFailures.skill_folder_outside({ path: file.path }), file.path);
    const path = file.path.slice(root.length);
    const content = decodeText(file.bytes);
    if (content === undefined) assets.push([path, file.bytes]);
    else docs.push([path, removeHidden(path, content, hidden)]);
  }
  const name = root.split('/').at(-2) ?? folder;
  return {
    ...readFrontMatter(front, name),
    front,
    instructions,
    // An assignment would lose a file named `__proto__`.
    reference_docs: Object.fromEntries(docs),
    assets: Object.fromEntries(assets),
    hidden,
  };
}

/** Removes invisible characters from a text and records them. A byte order mark stays. */
function removeHidden(place: string, given: string, hidden: RemovedCharacters[]): string {
  const mark = given.startsWith('\uFEFF') ? '\uFEFF' : '';
  const { text, removedCount: takenOut } = removeHiddenCharacters(given.slice(mark.length));
  if (takenOut > 0) hidden.push({ place, characters: takenOut });
  return mark + text;
}

/** Returns the files of a skill, SKILL.md first. Unchanged files are identical byte by byte. */
export function writeSkill(
  skill: Omit<SkillFolder, 'front' | 'hidden'> & { readonly front: string | null },
): FolderFile[] {
  const front = skill.front !== null && isUnchanged(skill.front, skill) ? skill.front : writeFrontMatter(skill);
  const files = [
    ...Object.entries(skill.reference_docs).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    ...Object.entries(skill.assets).map(([path, bytes]) => ({ path, bytes })),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return [{ path: 'SKILL.md', bytes: Buffer.from(front + skill.instructions) }, ...files];
}

function isUnchanged(front: string, skill: FrontMatter): boolean {
  const { name, description, license, compatibility, metadata } = skill;
  const said = readFrontMatter(front, name);
  const now = { name, description, license, compatibility, metadata };
  return toCanonicalJson(toComparable(said)) === toCanonicalJson(toComparable(now));
}

/** Normalizes front matter for comparison: JSON values are compared by content. */
function toComparable({ metadata, ...front }: FrontMatter): object {
  const value = (text: string): unknown => {
    try {
      return parseJson(text);
    } catch {
      return text;
    }
  };
  return { ...front, metadata: Object.fromEntries(Object.entries(metadata).map(([key, text]) => [key, value(text)])) };
}

function assertValidFiles(files: readonly FolderFile[]): void {
  if (files.length > SKILL_LIMITS.files)
    throw new SkillError(skillFailures.skill_folder_too_many_files({ limit: SKILL_LIMITS.files }));
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > SKILL_LIMITS.bytes)
    throw new SkillError(skillFailures.skill_folder_too_large({ limit: SKILL_LIMITS.bytes }));
  for (const { path } of files) {
    const problem = findPathProblem(path);
    if (problem !== undefined) throw toPathError(path, problem);
  }
  const conflict = findPathConflict(files.map(({ path }) => path));
  if (conflict) throw new SkillError(conflict.problem, conflict.path);
}

/** Finds the folder of the topmost SKILL.md, with a trailing `/` unless it is the root. */
function findRoot(files: readonly FolderFile[]): string {
  const roots = files.flatMap(({ path }) => (SKILL_FILE.test(path) ? path.slice(0, -'SKILL.md'.length) : []));
  const depth = (root: string) => root.split('/').length;
  const [first, second] = roots.toSorted((a, b) => depth(a) - depth(b));
  if (first === undefined) throw new SkillError(skillFailures.skill_md_missing);
  if (second !== undefined && depth(second) === depth(first))
    throw new SkillError(skillFailures.skill_md_repeated({ first, second }));
  return first;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a text file. Returns undefined for binary files and texts that the database cannot store. */
function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
