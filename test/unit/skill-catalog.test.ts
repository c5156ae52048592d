import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSkillFolders, readSkillFolder, writeSkillFolder } from '../../src/skills/format/disk.ts';
import { readSkill, writeSkill } from '../../src/skills/format/folder.ts';

const OWN = await listSkillFolders(new URL('../../skills', import.meta.url).pathname);

describe('the built-in skills', () => {
  it('are at least six', () => expect(OWN.length).toBeGreaterThanOrEqual(6));

  it.each(OWN.map((folder) => [basename(folder), folder]))('%s follows the format exactly', async (name, folder) => {
    const skill = await readSkillFolder(folder);
    expect(skill.name).toBe(name);
    expect(skill.license).toBe('Apache-2.0');
    const { front: _, ...again } = readSkill(writeSkill({ ...skill, front: null }));
    const { front: __, ...read } = skill;
    expect(again).toEqual(read);
    const links = [...skill.instructions.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');
    expect(links.filter((path) => !Object.hasOwn(skill.reference_docs, path))).toEqual([]);
    const named = Object.keys(skill.reference_docs).filter((path) => !links.includes(path));
    expect(named, 'files that the instructions never name').toEqual([]);
  });
});

describe('a skill folder on disk', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'holdfast-skill-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('is written as it was read, and never over another', async () => {
    const files = [
      { path: 'SKILL.md', bytes: Buffer.from('---\nname: one\ndescription: x\n---\nBody') },
      { path: 'a/b.bin', bytes: Buffer.from([0, 1]) },
    ];
    const folder = join(root, 'one');
    await writeSkillFolder(folder, files);
    expect(writeSkill(await readSkillFolder(folder))).toEqual(files);
    await expect(writeSkillFolder(folder, files)).rejects.toThrow('EEXIST');
    expect(await listSkillFolders(root)).toEqual([folder]);
  });

  it('with a symbolic link is rejected, wherever the link leads', async () => {
    const folder = join(root, 'two');
    await writeSkillFolder(folder, [{ path: 'SKILL.md', bytes: Buffer.from('---\nname: two\ndescription: x\n---\n') }]);
    await writeFile(join(root, 'secret'), 'x');
    await symlink(join(root, 'secret'), join(folder, 'link'));
    await expect(readSkillFolder(folder)).rejects.toMatchObject({
      problem: { code: 'skill_folder_link', params: { path: 'link' } },
    });
  });
});
