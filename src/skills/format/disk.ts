import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { skillFailures } from '../problems.ts';
import { type FolderFile, readSkill, type SkillFolder } from './folder.ts';
import { SKILL_LIMITS, SkillError } from './limits.ts';
import { isIgnored } from './paths.ts';

/** Reads the skill in a folder. Throws a SkillError. Links are not allowed. */
export async function readSkillFolder(folder: string): Promise<SkillFolder> {
  const files: FolderFile[] = [];
  await collect(folder, '', files);
  return readSkill(files, basename(resolve(folder)));
}

/** Lists direct subfolders with a SKILL.md, sorted by name. */
export async function listSkillFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const found = await Promise.all(names.map(async (name) => (await readdir(join(folder, name))).includes('SKILL.md')));
  return names
    .filter((_, at) => found[at])
    .toSorted()
    .map((name) => join(folder, name));
}

/** Writes a skill's files to a new folder. */
export async function writeSkillFolder(folder: string, files: readonly FolderFile[]): Promise<void> {
  await mkdir(dirname(resolve(folder)), { recursive: true });
  await mkdir(folder);
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes, { flag: 'wx' });
  }
}

async function collect(folder: string, below: string, files: FolderFile[]): Promise<void> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isIgnored(path)) continue;
    if (entry.isDirectory()) await collect(folder, path, files);
    else if (entry.isFile()) files.push({ path, bytes: await readBounded(join(folder, path), path) });
    else throw new SkillError(skillFailures.skill_folder_link({ path }), path);
    if (files.length > SKILL_LIMITS.files)
      throw new SkillError(skillFailures.skill_folder_too_many_files({ limit: SKILL_LIMITS.files }));
  }
}

async function readBounded(file: string, path: string): Promise<Buffer> {
  if ((await lstat(file)).size > SKILL_LIMITS.bytes)
    throw new SkillError(skillFailures.skill_folder_too_large({ limit: SKILL_LIMITS.bytes }), path);
  return await readFile(file);
}
