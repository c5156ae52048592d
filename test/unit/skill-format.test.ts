import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { Message } from '../../src/platform/messages.ts';
import { type FolderFile, readSkill, writeSkill } from '../../src/skills/format/folder.ts';
import { SKILL_LIMITS, SkillError } from '../../src/skills/format/limits.ts';
import { unzip, zip } from '../../src/skills/format/zip.ts';

const file = (path: string, content: string | Buffer): FolderFile => ({ path, bytes: Buffer.from(content as string) });
const skillFile = (front: string, body = '# Do it\n') => file('SKILL.md', `---\n${front}\n---\n${body}`);
const PLAIN = 'name: careful-mail\ndescription: Writes mail.';

/** Returns the code of a message, or of its nested message. */
function getCode({ code, params: { problem } }: Message): string {
  return typeof problem === 'object' && 'code' in problem ? problem.code : code;
}

/** Returns the code of a folder's problem. */
function getProblemCode(files: readonly FolderFile[], folder?: string): string {
  try {
    readSkill(files, folder);
  } catch (error) {
    if (error instanceof SkillError) return getCode(error.problem);
    throw error;
  }
  return 'taken';
}

const unzipProblem = (archive: Buffer) =>
  unzip(archive).then(
    () => 'taken',
    (error: unknown) => (error instanceof SkillError ? getCode(error.problem) : `threw ${String(error)}`),
  );

describe('a skill read from a folder', () => {
  it('has its fields, its unmodified instructions, texts and other files', () => {
    const front = `${PLAIN}\nlicense: MIT\ncompatibility: needs a mail tool\nallowed-tools: Bash(git:*)\nmetadata:\n  version: 1.10\n  tags:\n    - mail`;
    const skill = readSkill([
      skillFile(front, '# Mail\r\n\r\nWrite.'),
      file('references/tone.md', '\uFEFFBe kind.'),
      file('assets/logo.png', Buffer.from([0x89, 0x50, 0])),
      file('assets/broken.txt', Buffer.from([0xff, 0xfe])),
    ]);
    expect(skill).toEqual({
      name: 'careful-mail',
      description: 'Writes mail.',
      license: 'MIT',
      compatibility: 'needs a mail tool',
      metadata: { version: '1.10', tags: '["mail"]' },
      front: `---\n${front}\n---\n`,
      instructions: '# Mail\r\n\r\nWrite.',
      reference_docs: { 'references/tone.md': '\uFEFFBe kind.' },
      assets: { 'assets/logo.png': Buffer.from([0x89, 0x50, 0]), 'assets/broken.txt': Buffer.from([0xff, 0xfe]) },
      hidden: [],
    });
  });

  it('loses hidden characters in its texts, and reports their number and place', () => {
    const skill = readSkill([
      skillFile(PLAIN, 'Write.\u{e0068}\u{e0069} ✈️'),
      file('references/tone.md', '\uFEFFBe\u200b kind.\r\n'),
    ]);
    expect(skill).toMatchObject({
      instructions: 'Write. ✈️',
      reference_docs: { 'references/tone.md': '\uFEFFBe kind.\r\n' },
      hidden: [
        { place: 'SKILL.md', characters: 2 },
        { place: 'references/tone.md', characters: 1 },
      ],
    });
  });

  it('can be written in the variants that other tools write', () => {
    const read = (text: string, folder?: string) => readSkill([file('SKILL.md', text)], folder);
    expect(read('\uFEFF---\r\nname: a1\r\ndescription: Use when: it rains\r\n---\r\nBody').description).toBe(
      'Use when: it rains',
    );
    expect(read('---\ndescription: No name\n---', 'from-folder').name).toBe('from-folder');
    expect(read('---\nname: "1"\ndescription: >\n  On two\n  lines\nunknown: {a: 1}\n---\n').description).toBe(
      'On two lines',
    );
    expect(read('---\nname: yes\ndescription: true\nversion: 0x10\n---\n')).toMatchObject({
      name: 'yes',
      description: 'true',
    });
  });

  it('is found in a subfolder, next to files of the operating system', () => {
    const files = [
      file('careful-mail/SKILL.md', `---\ndescription: x\n---\n`),
      file('careful-mail/a/b.md', 'b'),
      file('__MACOSX/careful-mail/._SKILL.md', 'x'),
      file('careful-mail/.DS_Store', 'x'),
    ];
    const skill = readSkill(files);
    expect([skill.name, skill.reference_docs]).toEqual(['careful-mail', { 'a/b.md': 'b' }]);
  });

  it.each([
    ['no SKILL.md', [file('README.md', 'x')], 'skill_md_missing'],
    ['two skills', [file('a/SKILL.md', 'x'), file('b/SKILL.md', 'x')], 'skill_md_repeated'],
    ['files beside its folder', [file('a/SKILL.md', 'x'), file('b.md', 'x')], 'skill_front_matter_missing'],
    ['no front matter', [file('SKILL.md', '# Hello')], 'skill_front_matter_missing'],
    ['front matter without an end', [file('SKILL.md', '---\nname: a\n')], 'skill_front_matter_missing'],
    ['front matter that is a list', [skillFile('- a\n- b')], 'skill_front_matter_not_fields'],
    ['front matter that is no YAML', [skillFile('name: [a\ndescription: "x')], 'skill_front_matter_invalid'],
    ['a field twice', [skillFile(`${PLAIN}\nname: other`)], 'skill_front_matter_invalid'],
    [
      'a field of its metadata twice',
      [skillFile(`${PLAIN}\nmetadata:\n  a: 1\n  "a": 2`)],
      'skill_front_matter_invalid',
    ],
    [
      'front matter without measure',
      [skillFile(`${PLAIN}\n${'k: v\n'.repeat(14_000)}`)],
      'skill_front_matter_too_long',
    ],
    ['a name against the rules', [skillFile('name: Careful Mail\ndescription: x')], 'skill_name_invalid'],
    ['a name too long', [skillFile(`name: ${'a'.repeat(65)}\ndescription: x`)], 'skill_name_invalid'],
    ['two hyphens', [skillFile('name: a--b\ndescription: x')], 'skill_name_invalid'],
    ['no description', [skillFile('name: a')], 'skill_description_missing'],
    ['a long description', [skillFile(`name: a\ndescription: ${'x'.repeat(1025)}`)], 'skill_description_too_long'],
    ['a description that is a list', [skillFile('name: a\ndescription: [x]')], 'skill_front_matter_not_text'],
    ['metadata that is text', [skillFile(`${PLAIN}\nmetadata: x`)], 'skill_metadata_not_fields'],
    ['long compatibility', [skillFile(`${PLAIN}\ncompatibility: ${'x'.repeat(501)}`)], 'skill_compatibility_too_long'],
    ['a step up', [skillFile(PLAIN), file('../x.md', 'x')], 'skill_path_not_portable'],
    ['a whole path', [skillFile(PLAIN), file('/etc/x', 'x')], 'skill_path_not_portable'],
    ['a backslash', [skillFile(PLAIN), file('a\\b', 'x')], 'skill_path_not_portable'],
    ['a null byte', [skillFile(PLAIN), file('a\u0000b', 'x')], 'skill_path_not_portable'],
    ['a drive', [skillFile(PLAIN), file('C:/x', 'x')], 'skill_path_not_portable'],
    ['a deep path', [skillFile(PLAIN), file(`${'a/'.repeat(12)}x`, 'x')], 'skill_path_too_deep'],
    ['twins', [skillFile(PLAIN), file('A.md', 'x'), file('a.md', 'x')], 'skill_paths_equal'],
    ['a file that is a folder too', [skillFile(PLAIN), file('a', 'x'), file('a/b', 'x')], 'skill_path_is_folder'],
    ['binary SKILL.md', [file('SKILL.md', Buffer.from([0xff]))], 'skill_md_not_text'],
    ['a long SKILL.md', [file('SKILL.md', 'x'.repeat(SKILL_LIMITS.instructions + 1))], 'skill_md_too_large'],
    ['too many files', Array.from({ length: 513 }, (_, at) => file(`${at}`, '')), 'skill_folder_too_many_files'],
    ['too many bytes', [skillFile(PLAIN), file('x', Buffer.alloc(SKILL_LIMITS.bytes))], 'skill_folder_too_large'],
  ])('with %s is rejected', (_, files, expected) => {
    expect(getProblemCode(files)).toBe(expected);
  });

  it('with exponentially growing aliases is rejected', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 8 }, (_, n) => {
      const before = String.fromCharCode(97 + n);
      return `${String.fromCharCode(98 + n)}: &${String.fromCharCode(98 + n)} [${Array(9).fill(`*${before}`).join(',')}]`;
    }).join('\n')}`;
    expect(getProblemCode([skillFile(`${PLAIN}\n${bomb}`)])).toBe('skill_front_matter_invalid');
  });

  it('with names of object methods keeps them as data', () => {
    const skill = readSkill([
      skillFile(`${PLAIN}\nmetadata:\n  __proto__: x\n  constructor: y`),
      file('__proto__', 'z'),
    ]);
    expect(Object.entries(skill.metadata)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(Object.keys(skill.reference_docs)).toEqual(['__proto__']);
  });
});

describe('a skill written to a folder', () => {
  const files = [
    file(
      'SKILL.md',
      '\uFEFF---\r\nname:   careful-mail\r\ndescription: Use when: asked\r\nextra: 1\r\n---\r\nBody\r\n',
    ),
    file('references/a.md', 'ä'),
    file('z.bin', Buffer.from([0, 1, 2])),
  ];

  it('is byte by byte what was read', () => {
    expect(writeSkill(readSkill(files))).toEqual(files);
  });

  it('follows the format after edits, and is read back unchanged', () => {
    const changed = {
      ...readSkill(files),
      description: 'It: "differs" #now',
      license: 'no',
      metadata: { a: '1', b: 'x: y' },
    };
    const written = writeSkill(changed);
    expect(written[0]?.bytes.toString()).toMatch(/^---\nname: careful-mail\n/);
    const { front: _, ...again } = readSkill(written);
    const { front: __, ...expected } = changed;
    expect(again).toEqual(expected);
  });
});

describe('an archive of a skill', () => {
  it('contains the folder, is deterministic, and is read back without loss', async () => {
    const files = [skillFile(PLAIN), file('deep/in/it.txt', 'text'), file('x.bin', Buffer.from([0, 255]))];
    const archive = await zip('careful-mail', files);
    expect(await zip('careful-mail', files)).toEqual(archive);
    const read = await unzip(archive);
    expect(read.map(({ path }) => path)).toEqual([
      'careful-mail/SKILL.md',
      'careful-mail/deep/in/it.txt',
      'careful-mail/x.bin',
    ]);
    expect(writeSkill(readSkill(read)).map(({ bytes }) => bytes.toString('hex'))).toEqual(
      files.map(({ bytes }) => bytes.toString('hex')),
    );
  });

  const archiveOf = async (fill: (archive: ZipFile) => void) => {
    const archive = new ZipFile();
    fill(archive);
    archive.end();
    return await buffer(archive.outputStream);
  };

  it('that is hostile is rejected', async () => {
    const up = (await archiveOf((archive) => archive.addBuffer(Buffer.from('x'), 'aa/x'))).toString('latin1');
    expect(await unzipProblem(Buffer.from(up.replaceAll('aa/x', '../x'), 'latin1'))).toBe('skill_archive_not_readable');
    const link = await archiveOf((archive) => archive.addBuffer(Buffer.from('/etc/passwd'), 'a', { mode: 0o120777 }));
    expect(await unzipProblem(link)).toBe('skill_folder_link');
    const bomb = await archiveOf((archive) => archive.addBuffer(Buffer.alloc(SKILL_LIMITS.bytes + 1), 'zeros'));
    expect([bomb.length < 100_000, await unzipProblem(bomb)]).toEqual([true, 'skill_folder_too_large']);
    const many = await archiveOf((archive) => {
      for (let at = 0; at < 1100; at++) archive.addBuffer(Buffer.alloc(0), `f${at}`);
    });
    expect(await unzipProblem(many)).toBe('skill_archive_too_many_entries');
  });

  it('with false sizes, a truncation or other contents is rejected', async () => {
    const content = Buffer.alloc(200_000, 'a');
    const honest = await archiveOf((archive) => archive.addBuffer(content, 'a'));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(10);
    const lying = Buffer.from(
      honest.toString('latin1').replaceAll(size.toString('latin1'), small.toString('latin1')),
      'latin1',
    );
    expect(await unzipProblem(lying)).toBe('skill_archive_not_readable');
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(content));
    expect(honest.includes(sum)).toBe(true);
    expect(await unzipProblem(honest.subarray(0, honest.length - 30))).toBe('skill_archive_invalid');
    expect(await unzipProblem(Buffer.from('hello'))).toBe('skill_archive_invalid');
    expect(await unzipProblem(Buffer.alloc(0))).toBe('skill_archive_invalid');
  });
});
