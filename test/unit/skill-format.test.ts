import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { type FolderFile, readSkill, writeSkill } from '../../src/skills/format/folder.ts';
import { SKILL_LIMITS, SkillProblem } from '../../src/skills/format/limits.ts';
import { unzip, zip } from '../../src/skills/format/zip.ts';

const file = (path: string, content: string | Buffer): FolderFile => ({ path, bytes: Buffer.from(content as string) });
const skillFile = (front: string, body = '# Do it\n') => file('SKILL.md', `---\n${front}\n---\n${body}`);
const PLAIN = 'name: careful-mail\ndescription: Writes mail.';

/** What a folder is refused for. */
function problemOf(files: readonly FolderFile[], folder?: string): string {
  try {
    readSkill(files, folder);
  } catch (error) {
    if (error instanceof SkillProblem) return error.message;
    throw error;
  }
  return 'taken';
}

const unzipProblem = (archive: Buffer) =>
  unzip(archive).then(
    () => 'taken',
    (error: unknown) => (error instanceof SkillProblem ? error.message : `threw ${String(error)}`),
  );

describe('a skill read from a folder', () => {
  it('has its fields, its instructions as they stand, texts and other files', () => {
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

  it('loses what nobody sees in its texts, and says how much stood where', () => {
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

  it('may be written as others write it', () => {
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

  it('is found in a folder within, beside what a system left behind', () => {
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
    ['no SKILL.md', [file('README.md', 'x')], 'there is no SKILL.md'],
    ['two skills', [file('a/SKILL.md', 'x'), file('b/SKILL.md', 'x')], 'there is more than one skill: a/ and b/'],
    [
      'files beside its folder',
      [file('a/SKILL.md', 'x'), file('b.md', 'x')],
      'SKILL.md does not begin with front matter',
    ],
    ['no front matter', [file('SKILL.md', '# Hello')], 'SKILL.md does not begin with front matter'],
    ['front matter without an end', [file('SKILL.md', '---\nname: a\n')], 'SKILL.md does not begin with front matter'],
    ['front matter that is a list', [skillFile('- a\n- b')], 'the front matter must be fields'],
    ['front matter that is no YAML', [skillFile('name: [a\ndescription: "x')], 'the front matter is not YAML'],
    ['a field twice', [skillFile(`${PLAIN}\nname: other`)], 'the front matter is not YAML'],
    [
      'a field of its metadata twice',
      [skillFile(`${PLAIN}\nmetadata:\n  a: 1\n  "a": 2`)],
      'the front matter is not YAML',
    ],
    [
      'front matter without measure',
      [skillFile(`${PLAIN}\n${'k: v\n'.repeat(14_000)}`)],
      'the front matter is longer than',
    ],
    ['a name against the rules', [skillFile('name: Careful Mail\ndescription: x')], 'the name must be'],
    ['a name too long', [skillFile(`name: ${'a'.repeat(65)}\ndescription: x`)], 'the name must be'],
    ['two hyphens', [skillFile('name: a--b\ndescription: x')], 'the name must be'],
    ['no description', [skillFile('name: a')], 'the description is missing'],
    ['a long description', [skillFile(`name: a\ndescription: ${'x'.repeat(1025)}`)], 'the description must be at most'],
    [
      'a description that is a list',
      [skillFile('name: a\ndescription: [x]')],
      'description in the front matter must be text',
    ],
    ['metadata that is text', [skillFile(`${PLAIN}\nmetadata: x`)], 'metadata in the front matter'],
    ['long compatibility', [skillFile(`${PLAIN}\ncompatibility: ${'x'.repeat(501)}`)], 'the compatibility must be'],
    ['a step up', [skillFile(PLAIN), file('../x.md', 'x')], '"../x.md" is no path'],
    ['a whole path', [skillFile(PLAIN), file('/etc/x', 'x')], '"/etc/x" is no path'],
    ['a backslash', [skillFile(PLAIN), file('a\\b', 'x')], '"a\\\\b" is no path'],
    ['a null byte', [skillFile(PLAIN), file('a\u0000b', 'x')], '"a\\u0000b" is no path'],
    ['a drive', [skillFile(PLAIN), file('C:/x', 'x')], '"C:/x" is no path'],
    ['a deep path', [skillFile(PLAIN), file(`${'a/'.repeat(12)}x`, 'x')], 'lies more than 12'],
    ['twins', [skillFile(PLAIN), file('A.md', 'x'), file('a.md', 'x')], 'a.md and A.md are the same file'],
    ['a file that is a folder too', [skillFile(PLAIN), file('a', 'x'), file('a/b', 'x')], 'a is a file and a folder'],
    ['binary SKILL.md', [file('SKILL.md', Buffer.from([0xff]))], 'SKILL.md is not text'],
    ['a long SKILL.md', [file('SKILL.md', 'x'.repeat(SKILL_LIMITS.instructions + 1))], 'SKILL.md is larger'],
    ['too many files', Array.from({ length: 513 }, (_, at) => file(`${at}`, '')), 'there are more than 512 files'],
    ['too many bytes', [skillFile(PLAIN), file('x', Buffer.alloc(SKILL_LIMITS.bytes))], 'the files are larger'],
  ])('with %s is refused', (_, files, expected) => {
    expect(problemOf(files)).toContain(expected);
  });

  it('with aliases that grow without end is refused', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 8 }, (_, n) => {
      const before = String.fromCharCode(97 + n);
      return `${String.fromCharCode(98 + n)}: &${String.fromCharCode(98 + n)} [${Array(9).fill(`*${before}`).join(',')}]`;
    }).join('\n')}`;
    expect(problemOf([skillFile(`${PLAIN}\n${bomb}`)])).toBe('the front matter is not YAML');
  });

  it('with names that are methods of objects keeps them as data', () => {
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

  it('follows the format where it was changed since, and reads the same again', () => {
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
  it('holds the folder, is the same each time, and reads back without loss', async () => {
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

  it('that is hostile is refused', async () => {
    const up = (await archiveOf((archive) => archive.addBuffer(Buffer.from('x'), 'aa/x'))).toString('latin1');
    expect(await unzipProblem(Buffer.from(up.replaceAll('aa/x', '../x'), 'latin1'))).toContain('../x');
    const link = await archiveOf((archive) => archive.addBuffer(Buffer.from('/etc/passwd'), 'a', { mode: 0o120777 }));
    expect(await unzipProblem(link)).toBe('"a" is a link or a device, and no file');
    const bomb = await archiveOf((archive) => archive.addBuffer(Buffer.alloc(SKILL_LIMITS.bytes + 1), 'zeros'));
    expect([bomb.length < 100_000, await unzipProblem(bomb)]).toEqual([
      true,
      'the files are larger than 16777216 bytes',
    ]);
    const many = await archiveOf((archive) => {
      for (let at = 0; at < 1100; at++) archive.addBuffer(Buffer.alloc(0), `f${at}`);
    });
    expect(await unzipProblem(many)).toBe('the archive has more than 1024 entries');
  });

  it('that lies about sizes, is cut or is none is refused', async () => {
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
    expect(await unzipProblem(lying)).toContain("the archive can't be read");
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(content));
    expect(honest.includes(sum)).toBe(true);
    expect(await unzipProblem(honest.subarray(0, honest.length - 30))).toContain('this is no zip archive');
    expect(await unzipProblem(Buffer.from('hello'))).toContain('this is no zip archive');
    expect(await unzipProblem(Buffer.alloc(0))).toContain('this is no zip archive');
  });
});
