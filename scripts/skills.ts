/**
 * `npm run skills`: skills between folders and a running service, which HOLDFAST_URL and HOLDFAST_KEY name.
 *   check <folder>                  says whether a folder is a skill; asks no service
 *   import <folder|zip> [--replace] makes it a skill of the key's project, or with --replace a revision of the one of its name
 *   export <skill> <folder|zip>     writes a skill of the project or the catalogue, by its slug or id
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { reasonOf } from '../client/errors.ts';
import { ApiError, Holdfast, ok, PROJECT, type Schemas } from '../client/index.ts';
import type { TakenOut } from '../src/platform/hidden-text.ts';
import { runProcess } from '../src/platform/process.ts';
import { readSkillFolder, writeSkillFolder } from '../src/skills/format/disk.ts';
import { type FolderFile, writeSkill } from '../src/skills/format/folder.ts';
import { SkillError } from '../src/skills/format/limits.ts';
import { unzip, zip } from '../src/skills/format/zip.ts';

const USAGE =
  'say what to do: npm run skills -- check <folder> | import <folder|zip> [--replace] | export <skill> <folder|zip>';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What is to be told without a stack. */
class Problem extends Error {}

/** A running service, and the project that the key is of. */
interface Place {
  readonly client: Holdfast;
  readonly path: { readonly org_id: string; readonly project_id: string };
}

async function connect(): Promise<Place> {
  const { HOLDFAST_URL = 'http://localhost:8080', HOLDFAST_KEY } = process.env;
  if (!HOLDFAST_KEY) throw new Problem('HOLDFAST_KEY is missing: an API key of the project');
  const client = new Holdfast({ baseUrl: HOLDFAST_URL, key: HOLDFAST_KEY });
  const { org_id, project_id } = await ok(client.get('/api/v1/whoami'));
  if (org_id === null || project_id === null) throw new Problem('the key belongs to no project');
  return { client, path: { org_id, project_id } };
}

async function check(folder: string): Promise<void> {
  const skill = await readSkillFolder(folder);
  say(`${skill.name} is a skill of ${writeSkill(skill).length} files`);
  tellHidden(skill.hidden);
  if (skill.name !== basename(resolve(folder)))
    say(`by the letter of the format the folder would be called ${skill.name}`);
}

async function importFrom(source: string, replace: boolean): Promise<void> {
  const file = await archiveOf(source);
  const { client, path } = await connect();
  const skill = await ok(
    client.post(`${PROJECT}/skill/import`, { params: { path, query: { replace } }, body: { file } }),
  );
  say(`imported ${skill.slug} as ${skill.id}, revision ${skill.active_revision_id}`);
  tellHidden(skill.hidden_text ?? []);
}

/** Says what was taken out of a skill's texts. */
function tellHidden(hidden: readonly TakenOut[]): void {
  for (const { place, characters } of hidden) say(`took ${characters} hidden characters out of ${place}`);
}

async function archiveOf(source: string): Promise<File> {
  if (!(await stat(source)).isDirectory()) return new File([await readFile(source)], basename(source));
  const skill = await readSkillFolder(source);
  return new File([await zip(skill.name, writeSkill(skill))], `${skill.name}.zip`);
}

async function exportTo(wanted: string, target: string): Promise<void> {
  const place = await connect();
  const skill = await findSkill(place, wanted);
  const archive = Buffer.from(await (await archived(place, skill)).arrayBuffer());
  if (target.toLowerCase().endsWith('.zip')) {
    await writeFile(target, archive, { flag: 'wx' });
    say(`wrote ${skill.slug} to ${target}`);
    return;
  }
  const folder = (await isFolder(target)) ? join(target, skill.slug) : target;
  await writeSkillFolder(folder, within(skill.slug, await unzip(archive)));
  say(`wrote ${skill.slug} to ${folder}`);
}

/** A skill by its id or slug; the project's own wins over one of the catalogue. */
async function findSkill({ client, path }: Place, wanted: string): Promise<Schemas['Skill']> {
  const found: Schemas['Skill'][] = [];
  for await (const skill of client.pages(`${PROJECT}/skill/available`, { params: { path } }))
    if (skill.id === wanted || skill.slug === wanted) found.push(skill);
  const skill = found.find(({ source }) => source === 'project') ?? found[0];
  if (skill === undefined) throw new Problem(`neither the project nor the catalogue has a skill ${wanted}`);
  return skill;
}

function archived({ client, path }: Place, { id: skill_id, source }: Schemas['Skill']): Promise<Blob> {
  return source === 'project'
    ? ok(client.get(`${PROJECT}/skill/{skill_id}/export`, { params: { path: { ...path, skill_id } } }))
    : ok(client.get('/api/v1/skills/{skill_id}/export', { params: { path: { skill_id } } }));
}

/** The files of an archive by their paths within the folder that it holds. */
function within(folder: string, files: readonly FolderFile[]): FolderFile[] {
  return files.map(({ path, bytes }) => ({ path: path.slice(folder.length + 1), bytes }));
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** What is wrong, where that is for the person at the keyboard to mend. */
function tell(error: unknown): string | undefined {
  if (error instanceof SkillError) return `this is no skill: ${error.message}`;
  if (error instanceof ApiError || error instanceof Problem) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no ${path}`;
  if (code === 'EEXIST') return `${path} is there already`;
  if (error instanceof TypeError && error.cause) return `the service can't be reached: ${reasonOf(error)}`;
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
    say(USAGE);
    return 1;
  }
  return 0;
}, tell);
