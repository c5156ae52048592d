import { canonicalJson } from '../../platform/digest.ts';
import { type RemovedCharacters, removeHiddenCharacters } from '../../platform/hidden-text.ts';
import { parseJson } from '../../platform/json.ts';
import { skillFailures } from '../problems.ts';
import { type FrontMatter, readFrontMatter, splitSkillFile, writeFrontMatter } from './front-matter.ts';
import { SKILL_LIMITS, SkillError } from './limits.ts';
import { findPathConflict, findPathProblem, invalidPath, isIgnored } from './paths.ts';

/** A file of a skill's folder. */
export interface FolderFile {
  /** From the folder, with `/` between its parts. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** A skill as its folder says it. */
export interface SkillFolder extends FrontMatter {
  /** The front matter as it is written, with its lines of `---`. */
  readonly front: string;
  /** Markdown below the front matter. */
  readonly instructions: string;
  /** Files of text by path. */
  readonly reference_docs: Readonly<Record<string, string>>;
  /** Other files by path. */
  readonly assets: Readonly<Record<string, Buffer>>;
  /** Characters that nobody sees, which were taken out of its texts, by file. */
  readonly hidden: readonly RemovedCharacters[];
}

const SKILL_FILE = /^(.*\/)?SKILL\.md$/i;

/**
 * Reads a skill from the files of a folder, or of one that holds the folder. `folder` is what the folder is called, for
 * skills that leave their name out. Throws a SkillProblem.
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
    // Not by assignment, which would lose a file called `__proto__`.
    reference_docs: Object.fromEntries(docs),
    assets: Object.fromEntries(assets),
    hidden,
  };
}

/** A text without what nobody sees, which is noted; the mark at its beginning says how it is written and stays. */
function removeHidden(place: string, given: string, hidden: RemovedCharacters[]): string {
  const mark = given.startsWith('\uFEFF') ? '\uFEFF' : '';
  const { text, removedCount: takenOut } = removeHiddenCharacters(given.slice(mark.length));
  if (takenOut > 0) hidden.push({ place, characters: takenOut });
  return mark + text;
}

/** The files of a skill, SKILL.md first. What was read and not changed since comes out byte by byte. */
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
  return canonicalJson(toComparable(said)) === canonicalJson(toComparable(now));
}

/** Front matter in which values that are JSON count by what they say. */
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
    if (problem !== undefined) throw invalidPath(path, problem);
  }
  const conflict = findPathConflict(files.map(({ path }) => path));
  if (conflict) throw new SkillError(conflict.problem, conflict.path);
}

/** The folder of the SKILL.md that lies highest, with `/` behind it where it is not the top. */
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

/** The text of a file; undefined where it is none, or holds what no database keeps in a text. */
function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
