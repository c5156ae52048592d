import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { validate } from 'skills-ref';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { type CommandEnd, runCommand } from '../../support/commands.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
/** Published third-party skills. */
const ELSEWHERE = join(ROOT, 'node_modules/@wednesday-solutions-eng/ai-agent-skills/skills');

let world: World;
let tenant: Tenant;
let folder: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-skills-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const skills = (...args: string[]): Promise<CommandEnd> =>
  runCommand('scripts/skills.ts', args, { HOLDFAST_URL: world.stack.baseUrl, HOLDFAST_KEY: tenant.key });
async function runSuccessfully(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await skills(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}
async function runToFailure(...args: string[]): Promise<string> {
  const { code, stderr } = await skills(...args);
  expect(code).toBe(1);
  return stderr.trim();
}
/** Validates a folder with the format's reference library. */
const validateWithReference = validate;
/** Returns the bytes of a folder's files by path. */
const readFiles = (path: string) =>
  Object.fromEntries(
    globSync('**/*', { cwd: path, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length), readFileSync(file, 'base64')]),
  );
const found = async (slug: string): Promise<Json> =>
  (await tenant.owner.get(`${tenant.project}/skill?search=${slug}`)).body.results[0];

describe('the command for skills', () => {
  const others = globSync('*', { cwd: ELSEWHERE });

  it('imports and exports foreign skills byte by byte, and the reference library of the format accepts the export', async () => {
    expect(others.length).toBeGreaterThan(1);
    for (const name of others) {
      const source = join(ELSEWHERE, name);
      expect(await runSuccessfully('check', source)).toContain(`${name} is a skill of `);
      expect(await runSuccessfully('import', source)).toContain(`imported ${name} as `);
      const [target, archive] = [join(folder, name), join(folder, `${name}.zip`)];
      await runSuccessfully('export', name, target);
      expect(readFiles(target)).toEqual(readFiles(source));
      expect(await validateWithReference(target)).toEqual([]);
      await runSuccessfully('export', (await found(name)).id, archive);
      expect(await runSuccessfully('import', archive, '--replace')).toContain(
        `imported ${name} as ${(await found(name)).id}`,
      );
      await runSuccessfully('export', name, join(folder, 'again', name));
      expect(readFiles(join(folder, 'again', name))).toEqual(readFiles(source));
    }
  });

  it('writes edited skills in the canonical format into the existing folder of the same name', async () => {
    const own = join(folder, 'Own words');
    await mkdir(own);
    await writeFile(
      join(own, 'SKILL.md'),
      '\uFEFF---\r\nname: own-words\r\ndescription: Use when: asked\r\nother: 1\r\n---\r\n# Do it',
    );
    await writeFile(join(own, 'logo.png'), Buffer.from('89504e470d0a1a0a0000', 'hex'));
    expect(await runSuccessfully('check', own)).toContain('the format requires the folder name own-words');
    await runSuccessfully('import', own);
    const { id } = await found('own-words');
    await tenant.owner.post(`${tenant.project}/skill/${id}`, {
      description: 'When: "asked"\n#1',
      display_name: 'Ours!',
    });
    expect(await runSuccessfully('export', 'own-words', folder)).toBe(
      `wrote own-words to ${join(folder, 'own-words')}\n`,
    );
    expect(await validateWithReference(join(folder, 'own-words'))).toEqual([]);
    expect(readFiles(join(folder, 'own-words'))['/logo.png']).toBe(readFiles(own)['/logo.png']);
  });

  it('exports catalog skills, which the reference library accepts', async () => {
    const { body } = await tenant.owner.get('/skills?source=holdfast');
    expect(body.results.length).toBeGreaterThan(5);
    const [first] = body.results;
    await runSuccessfully('export', first.slug, join(folder, first.slug));
    expect(readFiles(join(folder, first.slug))).toEqual(readFiles(join(ROOT, 'skills', first.slug)));
    for (const own of globSync('skills/*', { cwd: ROOT }))
      expect(await validateWithReference(join(ROOT, own))).toEqual([]);
  });

  it('reports each problem in one line and changes nothing', async () => {
    const [name] = others;
    const copy = join(folder, 'copy');
    await cp(join(ELSEWHERE, name!), copy, { recursive: true });
    await runSuccessfully('import', copy, '--replace');
    expect(await runToFailure('import', copy)).toContain('SKILL_ALREADY_EXISTS');
    await rm(join(copy, 'SKILL.md'));
    for (const command of ['check', 'import'])
      expect(await runToFailure(command, copy)).toBe('this is no skill: the folder has no SKILL.md');
    const nowhere = join(folder, 'nowhere');
    expect(await runToFailure('import', nowhere)).toBe(`there is no ${nowhere}`);
    const taken = join(folder, `${name}.zip`);
    await writeFile(taken, 'mine');
    expect(await runToFailure('export', name!, taken)).toBe(`${taken} is there already`);
    expect(await runToFailure('import', taken)).toContain('INVALID_SKILL');
    expect(readFileSync(taken, 'utf8')).toBe('mine');
    expect(await runToFailure('export', 'no-such-skill', nowhere)).toBe(
      'neither the project nor the catalog has a skill no-such-skill',
    );
    const keyless = await runCommand('scripts/skills.ts', ['export', basename(copy), nowhere], {});
    expect([keyless.code, keyless.stderr]).toEqual([1, 'HOLDFAST_KEY is missing: an API key of the project\n']);
    for (const args of [[], ['import'], ['export', 'one'], ['check', copy, copy], ['delete', 'one']]) {
      const { code, stdout } = await skills(...args);
      expect([code, stdout]).toEqual([1, expect.stringContaining('Usage: npm run skills')]);
    }
    expect(globSync('nowhere*', { cwd: folder })).toEqual([]);
  });
});
