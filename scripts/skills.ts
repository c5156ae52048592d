/**
 * `npm run skills`: exchanges skills between folders and the service at HOLDFAST_URL with HOLDFAST_KEY, by default the
 * running `npm start`.
 *   check <folder>                   validates a folder without a service
 *   import <folder|zip> [--replace]  creates a skill; with --replace, adds a revision to the skill of that name
 *   export <skill> <folder|zip>      writes a skill of the project or the catalog, by slug or id
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { getErrorMessage } from '../client/errors.ts';
import { ApiError, ok, PROJECT, type Schemas } from '../client/index.ts';
import type { RemovedCharacters } from '../src/platform/hidden-text.ts';
import { runProcess } from '../src/platform/process.ts';
import { readSkillFolder, writeSkillFolder } from '../src/skills/format/disk.ts';
import { type FolderFile, writeSkill } from '../src/skills/format/folder.ts';
import { SkillError } from '../src/skills/format/limits.ts';
import { unzip, zip } from '../src/skills/format/zip.ts';
import { connectToProject, type ProjectConnection } from './exchange/connection.ts';
import { UserError } from './exchange/user-error.ts';

const USAGE = 'Usage: npm run skills -- check <folder> | import <folder|zip> [--replace] | export <skill> <folder|zip>';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

async function check(folder: string): Promise<void> {
  const skill = await readSkillFolder(folder);
  printLine(`${skill.name} is a skill of ${writeSkill(skill).length} files`);
  printHiddenCharacters(skill.hidden);
  if (skill.name !== basename(resolve(folder))) printLine(`the format requires the folder name ${skill.name}`);
}

async function importFrom(source: string, replace: boolean): Promise<void> {
  const file = await readArchive(source);
  const { client, path } = await connectToProject();
  const skill = await ok(
    client.post(`${PROJECT}/skill/import`, { params: { path, query: { replace } }, body: { file } }),
  );
  printLine(`imported ${skill.slug} as ${skill.id}, revision ${skill.active_revision_id}`);
  printHiddenCharacters(skill.hidden_text ?? []);
}

/** Prints how many invisible characters were removed. */
function printHiddenCharacters(hidden: readonly RemovedCharacters[]): void {
  for (const { place, characters } of hidden) printLine(`removed ${characters} invisible characters from ${place}`);
}

async function readArchive(source: string): Promise<File> {
  if (!(await stat(source)).isDirectory()) return new File([await readFile(source)], basename(source));
  const skill = await readSkillFolder(source);
  return new File([await zip(skill.name, writeSkill(skill))], `${skill.name}.zip`);
}

async function exportTo(wanted: string, target: string): Promise<void> {
  const place = await connectToProject();
  const skill = await findSkill(place, wanted);
  const archive = Buffer.from(await (await downloadArchive(place, skill)).arrayBuffer());
  if (target.toLowerCase().endsWith('.zip')) {
    await writeFile(target, archive, { flag: 'wx' });
    printLine(`wrote ${skill.slug} to ${target}`);
    return;
  }
  const folder = (await isFolder(target)) ? join(target, skill.slug) : target;
  await writeSkillFolder(folder, listFilesInFolder(skill.slug, await unzip(archive)));
  printLine(`wrote ${skill.slug} to ${folder}`);
}

/** Finds a skill by id or slug. Project skills take precedence over the catalog. */
async function findSkill({ client, path }: ProjectConnection, wanted: string): Promise<Schemas['Skill']> {
  const found: Schemas['Skill'][] = [];
  for await (const skill of client.pages(`${PROJECT}/skill/available`, { params: { path } }))
    if (skill.id === wanted || skill.slug === wanted) found.push(skill);
  const skill = found.find(({ source }) => source === 'project') ?? found[0];
  if (skill === undefined) throw new UserError(`neither the project nor the catalog has a skill ${wanted}`);
  return skill;
}

function downloadArchive(
  { client, path }: ProjectConnection,
  { id: skill_id, source }: Schemas['Skill'],
): Promise<Blob> {
  return source === 'project'
    ? ok(client.get(`${PROJECT}/skill/{skill_id}/export`, { params: { path: { ...path, skill_id } } }))
    : ok(client.get('/api/v1/skills/{skill_id}/export', { params: { path: { skill_id } } }));
}

/** Returns the files of an archive by their paths within its folder. */
function listFilesInFolder(folder: string, files: readonly FolderFile[]): FolderFile[] {
  return files.map(({ path, bytes }) => ({ path: path.slice(folder.length + 1), bytes }));
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Returns the message of an error that the user can fix; undefined for others. */
function toUserMessage(error: unknown): string | undefined {
  if (error instanceof SkillError) return `this is no skill: ${error.message}`;
  if (error instanceof ApiError || error instanceof UserError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no ${path}`;
  if (code === 'EEXIST') return `${path} is there already`;
  if (error instanceof TypeError && error.cause) return `the service can't be reached: ${getErrorMessage(error)}`;
  return undefined;
}

await runProcess(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [command, first, second, ...more] = positionals;
  if (command === 'check' && first !== undefined && second === undefined) await check(first);
  else if (command === 'import' && first !== undefined && second === undefined) await importFrom(first, values.replace);
  else if (command === 'export' && first !== undefined && second !== undefined && more.length === 0)
    await exportTo(first, second);
  else {
    printLine(USAGE);
    return 1;
  }
  return 0;
}, toUserMessage);
