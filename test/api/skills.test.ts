import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { openFolder } from '../../src/files/blobs/folder.ts';
import { listCatalogSources, syncCatalog } from '../../src/skills/catalog.ts';
import { writeSkillFolder } from '../../src/skills/format/disk.ts';
import { unzip } from '../../src/skills/format/zip.ts';
import { type ApiResponse, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getBlobFolder } from '../support/files.ts';
import { makeSkill as madeSkill } from '../support/skills.ts';
import { Stack } from '../support/stack.ts';

let world: World;
let tenant: Tenant;
let skillsPath: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  skillsPath = `${tenant.project}/skill`;
});
afterAll(() => world.close());

const PIXEL = Buffer.from('89504e470d0a1a0a0000', 'hex');

const makeSkill = (fields: object = {}, own: Tenant = tenant) => madeSkill(own, fields);

const audited = async (id: string) => {
  const { body } = await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${id}`);
  return body.results.map((event: Json) => event.event_type).toReversed();
};

describe('a skill', () => {
  it('is created with its first active revision', async () => {
    const fields = {
      display_name: `Über Café: ${randomUUID()}`,
      instructions: '# Write\n',
      description: 'When mail is written.',
      license: 'MIT',
      compatibility: 'needs mail',
      reference_docs: { 'references/tone.md': 'kind' },
      assets: { 'assets/logo.png': { content: PIXEL.toString('base64') } },
      skill_metadata: { version: 1, tags: ['Mail', 'tone'] },
      capabilities: { schema_version: 1, dependencies: [] },
    };
    const skill = await makeSkill(fields);
    const slug = `uber-cafe-${fields.display_name.slice(11)}`;
    expect(skill).toEqual({
      id: expect.any(String),
      slug,
      display_name: fields.display_name,
      description: 'When mail is written.',
      license: 'MIT',
      compatibility: 'needs mail',
      source: 'project',
      catalog_source: null,
      tags: ['mail', 'tone'],
      active_revision_id: expect.any(String),
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
    expect((await tenant.owner.get(`${skillsPath}/${skill.id}`)).body).toEqual(skill);
    const { body: revisions } = await tenant.owner.get(`${skillsPath}/${skill.id}/revision`);
    const revision = {
      id: skill.active_revision_id,
      skill_id: skill.id,
      active: true,
      instructions: '# Write\n',
      reference_docs: { 'references/tone.md': 'kind' },
      assets: { 'assets/logo.png': { media_type: 'image/png', size: 10 } },
      skill_metadata: { version: 1, tags: ['Mail', 'tone'] },
      capabilities: { schema_version: 1, dependencies: [] },
      annotation: null,
      created: expect.stringMatching(/Z$/),
    };
    expect(revisions).toEqual([revision]);
    const path = `${skillsPath}/${skill.id}`;
    expect((await tenant.owner.get(`${path}/revision/${skill.active_revision_id}`)).body).toEqual(revision);
    const asset = { media_type: 'image/png', size: 10, content: PIXEL.toString('base64') };
    expect((await tenant.owner.get(`${path}/content`)).body).toEqual({
      ...revision,
      assets: { 'assets/logo.png': asset },
    });
    expect(await audited(skill.id)).toEqual(['skill.created']);
  });

  it('is created with its own tags, which an update keeps or is rejected', async () => {
    const skill = await makeSkill({ tags: ['Mail', 'tone'] });
    expect(skill.tags).toEqual(['mail', 'tone']);
    const path = `${skillsPath}/${skill.id}`;
    expect((await tenant.owner.get(`${path}/content`)).body.skill_metadata).toEqual({ tags: ['Mail', 'tone'] });
    const same = await tenant.owner.post(path, { ...skill, description: 'Sent back' });
    expect([same.status, same.body.tags]).toEqual([200, ['mail', 'tone']]);
    for (const refused of [
      await tenant.owner.post(path, { tags: ['mail'] }),
      await tenant.owner.post(skillsPath, {
        display_name: 'Torn',
        instructions: 'Do.',
        tags: ['mail'],
        skill_metadata: { tags: 'tone' },
      }),
    ])
      expect([refused.status, refused.body.detail]).toMatchObject([422, [{ loc: ['body', 'tags'] }]]);
  });

  it('has the tags of its active revision', async () => {
    const skill = await makeSkill({ skill_metadata: { tags: 'mail, tone' } });
    const path = `${skillsPath}/${skill.id}`;
    const { body: waiting } = await tenant.owner.post(`${path}/revision`, {
      instructions: '# Read',
      skill_metadata: { tags: ['reading'] },
      activate: false,
    });
    expect((await tenant.owner.get(path)).body.tags).toEqual(['mail', 'tone']);
    expect((await tenant.owner.post(`${path}/activate`, { revision_id: waiting.id })).body.tags).toEqual(['reading']);
    await tenant.owner.post(`${path}/revision`, { instructions: '# Neither' });
    expect((await tenant.owner.get(path)).body.tags).toEqual([]);
  });

  it('has a unique slug: a generated one gets a number, a given one is rejected if in use', async () => {
    const name = `Twice ${randomUUID()}`;
    const first = await makeSkill({ display_name: name });
    const second = await makeSkill({ display_name: name });
    expect(second.slug).toMatch(/-2$/);
    const responses = await Promise.all(
      [1, 2, 3].map(() => tenant.owner.post(skillsPath, { display_name: 'x', instructions: 'x', slug: first.slug })),
    );
    for (const answer of responses) {
      expect([answer.status, answer.body.detail.reason]).toEqual([409, 'SKILL_ALREADY_EXISTS']);
      expect(answer.body.detail.skillAlreadyExistsError).toEqual({ slug: first.slug });
    }
    const slug = `own-${randomUUID()}`;
    const raced = await Promise.all(
      [1, 2, 3].map(() => tenant.owner.post(skillsPath, { display_name: 'x', instructions: 'x', slug })),
    );
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const other = await world.tenant();
    expect((await makeSkill({ slug: first.slug }, other)).slug).toBe(first.slug);
    const renamed = await tenant.owner.post(`${skillsPath}/${second.id}`, { slug: first.slug });
    expect([renamed.status, renamed.body.detail.reason]).toEqual([409, 'SKILL_ALREADY_EXISTS']);
  });

  it('is updated field by field; null clears optional fields, and an update without changes leaves no trace', async () => {
    const skill = await makeSkill({ license: 'MIT', compatibility: 'x', description: 'Before.' });
    const path = `${skillsPath}/${skill.id}`;
    const slug = `renamed-${randomUUID()}`;
    const edit = { display_name: 'After', description: 'After.', license: null, compatibility: null, slug };
    const { status, body } = await tenant.owner.post(path, edit);
    expect([status, body]).toEqual([200, { ...skill, ...edit, modified: expect.any(String) }]);
    expect((await tenant.owner.post(path, edit)).body).toEqual(body);
    expect((await tenant.owner.post(path, {})).body).toEqual(body);
    expect((await tenant.owner.post(path, { description: '' })).body.description).toBe('');
    expect(await audited(skill.id)).toEqual(['skill.created', 'skill.updated', 'skill.updated']);
  });

  it('is deleted, and its slug is free again', async () => {
    const skill = await makeSkill();
    const path = `${skillsPath}/${skill.id}`;
    const answer = await tenant.owner.delete(path);
    expect([answer.status, answer.body]).toEqual([200, { ...skill, deleted: true }]);
    const paths = ['', '/content', '/revision', `/revision/${skill.active_revision_id}`, '/export', '/iam/members'];
    for (const below of paths) expect((await tenant.owner.get(path + below)).status, below).toBe(404);
    expect((await tenant.owner.delete(path)).status).toBe(404);
    expect((await makeSkill({ slug: skill.slug })).slug).toBe(skill.slug);
  });

  it('is created, edited and deleted by editors, read by viewers, and shared by roles on it', async () => {
    const skill = await makeSkill();
    const path = `${skillsPath}/${skill.id}`;
    const viewer = await tenant.member({ project: 'viewer' });
    const guest = await tenant.member({ org: 'member' });
    expect((await viewer.get(path)).status).toBe(200);
    expect((await viewer.get(`${path}/export`)).status).toBe(200);
    const refused = [
      viewer.post(skillsPath, { display_name: 'x', instructions: 'x' }),
      viewer.post(path, { display_name: 'x' }),
      viewer.post(`${path}/revision`, { instructions: 'x' }),
      viewer.post(`${path}/activate`, { revision_id: skill.active_revision_id }),
      viewer.delete(path),
      guest.get(path),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    const given = await tenant.owner.post(`${path}/iam/members/user:${guest.userId}`, { add: ['editor'] });
    expect(given.body.roles).toEqual(['editor']);
    expect((await guest.post(path, { display_name: 'Mine now' })).status).toBe(200);
    const other = await makeSkill();
    expect((await guest.get(`${skillsPath}/${other.id}`)).status).toBe(403);
  });
});

describe('a revision of a skill', () => {
  it('is immutable, active at once by default, and only one is active at a time', async () => {
    const skill = await makeSkill();
    const path = `${skillsPath}/${skill.id}`;
    const add = async (fields: object) =>
      (await tenant.owner.post(`${path}/revision`, { instructions: 'x', ...fields })).body;
    const second = await add({ annotation: 'shorter', reference_docs: { 'a.md': 'a' } });
    const third = await add({ activate: false, assets: { 'b.bin': { content: 'AAE=', media_type: 'image/webp' } } });
    expect([second.active, second.annotation, third.active, third.assets]).toEqual([
      true,
      'shorter',
      false,
      { 'b.bin': { media_type: 'application/octet-stream', size: 2 } },
    ]);
    const shown = async () =>
      (await tenant.owner.get(`${path}/revision`)).body.map((row: Json) => [row.id, row.active]);
    const first = skill.active_revision_id;
    expect(await shown()).toEqual([
      [third.id, false],
      [second.id, true],
      [first, false],
    ]);
    const { body: activated } = await tenant.owner.post(`${path}/activate`, { revision_id: first });
    expect(activated.active_revision_id).toBe(first);
    await tenant.owner.post(`${path}/activate`, { revision_id: first });
    expect(await shown()).toEqual([
      [third.id, false],
      [second.id, false],
      [first, true],
    ]);
    const byPath = await tenant.owner.post(`${path}/revision/${third.id}/activate`);
    expect([byPath.status, byPath.body.active_revision_id]).toEqual([200, third.id]);
    const other = await makeSkill();
    expect((await tenant.owner.post(`${skillsPath}/${other.id}/revision/${third.id}/activate`)).status).toBe(404);
    expect(await audited(skill.id)).toEqual([
      'skill.created',
      'skill.revision_created',
      'skill.revision_created',
      'skill.activated',
      'skill.activated',
    ]);
  });

  it('stores its content next to its instructions', async () => {
    const skill = await makeSkill();
    const fields = { skill_metadata: { version: '2' }, capabilities: { schema_version: 1, dependencies: [] } };
    const { body } = await tenant.owner.post(`${skillsPath}/${skill.id}/revision`, { instructions: 'x', ...fields });
    expect(body).toMatchObject(fields);
  });

  it('of another skill can be neither read nor activated', async () => {
    const skill = await makeSkill();
    const other = await makeSkill();
    const path = `${skillsPath}/${skill.id}`;
    expect((await tenant.owner.get(`${path}/revision/${other.active_revision_id}`)).status).toBe(404);
    const answer = await tenant.owner.post(`${path}/activate`, { revision_id: other.active_revision_id });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'revision_id']]);
  });

  it('is kept for each of several concurrent creations, and the newest is active', async () => {
    const skill = await makeSkill();
    const path = `${skillsPath}/${skill.id}/revision`;
    const responses = await Promise.all([1, 2, 3, 4].map((n) => tenant.owner.post(path, { instructions: `v${n}` })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await tenant.owner.get(path);
    expect(body.map((row: Json) => row.active)).toEqual([true, false, false, false, false]);
  });
});

describe('invalid skill content', () => {
  const long = 'x'.repeat(65);
  it.each([
    ['no name', { display_name: ' ' }, ['display_name']],
    ['no instructions', { instructions: '' }, ['instructions']],
    ['a slug in capitals', { slug: 'Not-Me' }, ['slug']],
    ['a long slug', { slug: long }, ['slug']],
    ['a long description', { description: 'x'.repeat(1025) }, ['description']],
    ['a step up', { reference_docs: { '../x.md': 'x' } }, ['reference_docs', '../x.md']],
    ['a whole path', { assets: { '/x': { content: '' } } }, ['assets', '/x']],
    ['the file of the instructions', { reference_docs: { 'skill.md': 'x' } }, ['reference_docs', 'skill.md']],
    ['two files of one name', { reference_docs: { 'a.md': 'x', 'A.md': 'x' } }, ['reference_docs']],
    ['a doc that is no text', { reference_docs: { a: 1 } }, ['reference_docs', 'a']],
    ['bytes that are no base64', { assets: { a: { content: '%%%' } } }, ['assets', 'a', 'content']],
    ['an asset without bytes', { assets: { a: {} } }, ['assets', 'a', 'content']],
    [
      'an unknown schema version',
      { capabilities: { schema_version: 2, dependencies: [] } },
      ['capabilities', 'schema_version'],
    ],
    [
      'a dependency without a name',
      { capabilities: { schema_version: 1, dependencies: [{ type: 'tool' }] } },
      ['capabilities', 'dependencies', 0, 'name'],
    ],
  ])('%s is rejected, and nothing is stored', async (_, fields, place) => {
    const own = await world.tenant();
    const body = { display_name: 'Bad', instructions: 'x', ...fields };
    const answer = await own.owner.post(`${own.project}/skill`, body);
    expect([answer.status, answer.body.detail[0]?.loc]).toEqual([422, ['body', ...place]]);
    expect((await own.owner.get(`${own.project}/skill`)).body.results).toEqual([]);
  });
});

describe('a file of the maximum body size', () => {
  it('is accepted, and rejected with one wrong character at its end', async () => {
    const content = 'A'.repeat(10_400_000);
    const skill = await makeSkill({ assets: { 'a.bin': { content } } });
    const { body } = await tenant.owner.get(`${skillsPath}/${skill.id}/revision`);
    expect(body[0].assets['a.bin'].size).toBe(7_800_000);
    const wrong = { display_name: 'x', instructions: 'x', assets: { 'a.bin': { content: `${content}%` } } };
    const refused = await tenant.owner.post(skillsPath, wrong);
    expect([refused.status, refused.body.detail[0].type]).toEqual([422, 'base64']);
  });
});

describe('lists of skills', () => {
  it('show skills of the project, page by page, newest first, and filter by text', async () => {
    const own = await world.tenant();
    const made: Json[] = [];
    for (const name of ['Apples 100%', 'Pears', 'Plums']) made.push(await makeSkill({ display_name: name }, own));
    await makeSkill({ display_name: 'Apples of others' });
    const list = async (query: string) => (await own.owner.get(`${own.project}/skill${query}`)).body;
    const first = await list('?page_limit=2');
    expect(first.results).toEqual([made[2], made[1]]);
    const second = await list(`?page_limit=2&cursor=${first.pagination.next_cursor}`);
    expect([second.results, second.pagination.has_next]).toEqual([[made[0]], false]);
    expect((await list('?search=PEAR')).results).toEqual([made[1]]);
    expect((await list('?search=0%25')).results).toEqual([made[0]]);
    expect((await list('?search=%25x')).results).toEqual([]);
  });

  it('of available skills include the catalog', async () => {
    const own = await world.tenant();
    const skill = await makeSkill({ display_name: 'Writing emails at home' }, own);
    const { body } = await own.owner.get(`${own.project}/skill/available?search=writing-emails`);
    expect(body.results.map((row: Json) => [row.slug, row.source])).toEqual([
      [skill.slug, 'project'],
      ['writing-emails', 'global'],
    ]);
  });
});

/** An archive in the form that a browser sends. */
async function upload(own: Tenant, archive: Buffer, query = '', name = 'skill.zip'): Promise<ApiResponse> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(archive)], { type: 'application/zip' }), name);
  return await own.owner.post(`${own.project}/skill/import${query}`, form);
}

async function archiveOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content as string), path);
  archive.end();
  return await buffer(archive.outputStream);
}

async function exported(own: Tenant, path: string): Promise<Record<string, string>> {
  const response = await fetch(own.owner.url(path), { headers: { authorization: `Bearer ${own.key}` } });
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.zip"$/);
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  return Object.fromEntries(files.map(({ path: name, bytes }) => [name, bytes.toString('hex')]));
}

describe('an imported skill', () => {
  const files = {
    'pdf-work/SKILL.md':
      '\uFEFF---\r\nname: pdf-work\r\ndescription: Use when: a PDF comes\r\nallowed-tools: Bash\r\nmetadata:\r\n  version: 1.10\r\n---\r\n# PDF\r\n',
    'pdf-work/scripts/run.py': 'print("never run")',
    'pdf-work/assets/a.png': PIXEL,
  };
  const hex = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString('hex')]),
  );

  it('comes from an archive, and is exported byte for byte', async () => {
    const own = await world.tenant();
    const { status, body } = await upload(own, await archiveOf(files));
    expect([status, body]).toMatchObject([
      200,
      { slug: 'pdf-work', display_name: 'Pdf work', description: 'Use when: a PDF comes' },
    ]);
    expect(await exported(own, `${own.project}/skill/${body.id}/export`)).toEqual(hex);
    const { body: content } = await own.owner.get(`${own.project}/skill/${body.id}/content`);
    expect([content.instructions, content.skill_metadata, content.reference_docs]).toEqual([
      '# PDF\r\n',
      { version: '1.10' },
      { 'scripts/run.py': 'print("never run")' },
    ]);
  });

  it('with an existing name returns 409, or becomes a revision on request', async () => {
    const own = await world.tenant();
    const { body: first } = await upload(own, await archiveOf(files));
    const again = await upload(own, await archiveOf(files));
    expect([again.status, again.body.detail.reason]).toEqual([409, 'SKILL_ALREADY_EXISTS']);
    const changed = { ...files, 'pdf-work/new.md': 'new' };
    const replaced = await upload(own, await archiveOf(changed), '?replace=true');
    expect([replaced.status, replaced.body.id]).toEqual([200, first.id]);
    expect(replaced.body.active_revision_id).not.toBe(first.active_revision_id);
    expect(Object.keys(await exported(own, `${own.project}/skill/${first.id}/export`))).toContain('pdf-work/new.md');
  });

  it('that was edited is exported in the standard format, and imports to the same content', async () => {
    const own = await world.tenant();
    const skill = await makeSkill({ display_name: 'Ours: "new"', skill_metadata: { n: 1, list: ['a'] } }, own);
    const path = `${own.project}/skill/${skill.id}/export`;
    const [[name, content] = ['', '']] = Object.entries(await exported(own, path));
    expect(name).toBe(`${skill.slug}/SKILL.md`);
    const text = Buffer.from(content, 'hex').toString();
    expect(text).toMatch(/^---\nname: ours-new\ndescription: /);
    const other = await world.tenant();
    const { body: copy } = await upload(other, await archiveOf({ [name]: text }));
    expect([copy.slug, copy.display_name]).toEqual([skill.slug, skill.display_name]);
    expect(await exported(other, `${other.project}/skill/${copy.id}/export`)).toEqual({ [name]: content });
  });

  it.each([
    ['no archive', () => Buffer.from('hello'), 'skill_archive_invalid'],
    ['an empty one', () => archiveOf({}), 'skill_md_missing'],
    ['one without front matter', () => archiveOf({ 'SKILL.md': '# x' }), 'skill_front_matter_missing'],
    [
      'a name against the rules',
      () => archiveOf({ 'SKILL.md': '---\nname: A B\ndescription: x\n---\n' }),
      'skill_name_invalid',
    ],
    ['a bomb', () => archiveOf({ 'SKILL.md': Buffer.alloc(20 * 1024 * 1024) }), 'skill_folder_too_large'],
    [
      'dependencies',
      () =>
        archiveOf({
          'SKILL.md': `---\nname: a\ndescription: x\nmetadata:\n  holdfast.capabilities: '{"schema_version":1,"dependencies":[{"type":"tool"}]}'\n---\n`,
        }),
      'skill_dependency_invalid',
    ],
  ])('that is %s is rejected with the error, and nothing is stored', async (_, make, code) => {
    const own = await world.tenant();
    const { status, body } = await upload(own, await make());
    expect([status, body.detail.reason]).toEqual([400, 'INVALID_SKILL']);
    expect(body.detail.invalidSkillError.problem).toMatchObject({ code });
    expect((await own.owner.get(`${own.project}/skill`)).body.results).toEqual([]);
    const { count } = await world.db
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('org_id', '=', own.orgId)
      .executeTakeFirstOrThrow();
    expect(count).toBe('0');
  });

  it('without a file, or with two, returns 422', async () => {
    const form = new FormData();
    form.set('other', 'x');
    const none = await tenant.owner.post(`${skillsPath}/import`, form);
    expect([none.status, none.body.detail[0].loc]).toEqual([422, ['body', 'file']]);
    for (const at of [1, 2]) form.append('file', new Blob(['x']), `${at}.zip`);
    const two = await tenant.owner.post(`${skillsPath}/import`, form);
    expect([two.status, two.body.detail[0].code]).toEqual([422, 'skill_file_repeated']);
  });
});

describe('the skill catalog', () => {
  const all = async (query = '') => (await tenant.owner.get(`/skills${query}`)).body.results as Json[];

  it('contains the skills of the product, for every signed-in user', async () => {
    const outsider = await (await world.tenant()).member({ org: 'member' });
    const [mail] = (await outsider.get('/skills?search=writing-emails')).body.results;
    expect(mail).toMatchObject({
      slug: 'writing-emails',
      source: 'global',
      catalog_source: 'holdfast',
      tags: ['mail', 'writing'],
    });
    expect((await outsider.get(`/skills/${mail.id}`)).body).toEqual(mail);
    const { body: revisions } = await outsider.get(`/skills/${mail.id}/revisions`);
    expect(revisions[0]).toMatchObject({ id: mail.active_revision_id, active: true });
    expect((await outsider.get(`/skills/${mail.id}/revisions/${mail.active_revision_id}`)).body).toEqual(revisions[0]);
    const { body: content } = await outsider.get(`/skills/${mail.id}/content`);
    expect(Object.keys(content.reference_docs)).toEqual(['references/tone.md']);
    expect(Object.keys(await exported(tenant, `/skills/${mail.id}/export`))).toEqual([
      'writing-emails/SKILL.md',
      'writing-emails/references/tone.md',
    ]);
  });

  it('is filtered by source, by every tag, and by text', async () => {
    const slugs = (rows: Json[]) => rows.map((row) => row.slug).toSorted();
    expect(slugs(await all('?tag[]=reliability'))).toEqual(['calling-web-apis', 'working-in-steps']);
    expect(slugs(await all('?tag=reliability&tags=HTTP'))).toEqual(['calling-web-apis']);
    expect(await all('?source=elsewhere')).toEqual([]);
    const { body: first } = await tenant.owner.get('/skills/tags?page_limit=3');
    const next = `/skills/tags?page_limit=100&cursor=${first.pagination.next_cursor}`;
    const words = [...first.results, ...(await tenant.owner.get(next)).body.results];
    expect(words.map(({ name }: Json) => name)).toEqual(words.map(({ name }: Json) => name).toSorted());
    expect(words.find(({ name }: Json) => name === 'reliability')).toEqual({ name: 'reliability', skill_count: 2 });
    const { body: sources } = await tenant.owner.get('/skills/sources');
    const own = sources.find((source: Json) => source.name === 'holdfast');
    expect(own.skill_count).toBeGreaterThanOrEqual(6);
    expect((await all('?source=holdfast')).length).toBe(own.skill_count);
  });

  it('is read-only, and does not contain skills of a project', async () => {
    const skill = await makeSkill();
    expect((await tenant.owner.get(`/skills/${skill.id}`)).status).toBe(404);
    const [mail] = await all('?search=writing-emails');
    const path = `${skillsPath}/${mail.id}`;
    const responses = [
      tenant.owner.get(path),
      tenant.owner.post(path, { display_name: 'x' }),
      tenant.owner.delete(path),
    ];
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('follows its folders: changes become revisions, removed skills are deleted, invalid ones are skipped', async () => {
    // Each starting API process updates the catalog in its database from its own folders.
    const stack = await Stack.create(inject('servers'), 'catalog');
    onTestFinished(() => stack.stop());
    await stack.startApi();
    const apart = openWorld(stack.info);
    onTestFinished(() => apart.close());
    const { owner } = await apart.tenant();
    const called = async (name: string) => (await owner.get(`/skills?search=${name}`)).body.results as Json[];
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-skills-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const source = listCatalogSources(new URL('../../skills', import.meta.url).pathname, [folder]);
    const said: string[] = [];
    const log = { warn: (_: object, text: string) => said.push(text) } as never;
    const store = { db: apart.db, blobs: openFolder(getBlobFolder(apart)) };
    const fill = () => syncCatalog(store, source, log);
    const slug = `from-folder-${randomUUID().slice(0, 8)}`;
    const skillFile = (text: string) => ({
      path: 'SKILL.md',
      bytes: Buffer.from(`---\nname: ${slug}\ndescription: ${text}\n---\nBody`),
    });
    await writeSkillFolder(`${folder}/${slug}`, [skillFile('First.'), { path: 'a.bin', bytes: Buffer.from([0, 1]) }]);
    await writeSkillFolder(`${folder}/broken`, [{ path: 'SKILL.md', bytes: Buffer.from('no') }]);
    await Promise.all([fill(), fill(), fill()]);
    const [first] = await called(slug);
    expect([first.description, said]).toEqual(['First.', Array(3).fill('skipped a folder that is not a skill')]);
    expect((await owner.get(`/skills/${first.id}/content`)).body.assets['a.bin'].content).toBe('AAE=');
    await rm(`${folder}/${slug}`, { recursive: true });
    await writeSkillFolder(`${folder}/${slug}`, [skillFile('Second.')]);
    await fill();
    const [second] = await called(slug);
    expect([second.id, second.description]).toEqual([first.id, 'Second.']);
    expect((await owner.get(`/skills/${first.id}/revisions`)).body.length).toBe(2);
    await rm(`${folder}/${slug}`, { recursive: true });
    await fill();
    expect(await called(slug)).toEqual([]);
    expect((await owner.get(`/skills/${first.id}`)).status).toBe(404);
  });
});
