import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, type Client, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

type Format = 'jpeg' | 'png' | 'gif';

/** A picture of one color. */
function picture(format: Format, width: number, height: number, red = 200): Promise<Buffer> {
  const background = { r: red, g: 40, b: 40 };
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

function upload(client: Client, path: string, data: Uint8Array, field = 'file'): Promise<ApiResponse> {
  const form = new FormData();
  form.set(field, new Blob([Buffer.from(data)], { type: 'image/png' }), 'a.png');
  return client.post(path, form);
}

async function fetchPicture(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(new URL(url).pathname, world.stack.baseUrl), { headers });
  return { response, data: Buffer.from(await response.arrayBuffer()) };
}

/** A PNG of a few kilobytes that declares width × height pixels, all of one byte. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * Math.min(height, 2000)));
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

const blobsOf = (ownerId: string) =>
  world.db
    .selectFrom('files')
    .select('blob_key')
    .where('owner_id', '=', ownerId)
    .$narrowType<{ blob_key: string }>()
    .execute();
const isKept = (key: string) => existsSync(join(world.stack.dataDir, 'blobs', key));

describe('a picture', () => {
  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['gif', 'image/png'],
  ] as const)('as %s is re-encoded within 512 pixels and served to anyone with its address', async (format, type) => {
    for (const path of [`/org/${tenant.orgId}`, tenant.project]) {
      const before = (await tenant.owner.get(path)).body;
      const answer = await upload(tenant.owner, `${path}/avatar`, await picture(format, 1024, 600));
      expect(answer.status).toBe(200);
      const url = answer.body.avatar_url;
      expect(url).toMatch(/^http:\/\/[^/]+\/public\/avatar\/[\w-]{32}$/);
      const modified = before.modified === undefined ? {} : { modified: answer.body.modified };
      expect(answer.body).toEqual({ ...before, ...modified, avatar_url: url });
      expect((await tenant.owner.get(path)).body).toEqual(answer.body);
      const { response, data } = await fetchPicture(url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await sharp(data).metadata()).toMatchObject({ format: type.split('/')[1], width: 512, height: 300 });
      const tag = response.headers.get('etag') ?? '';
      const known = await fetchPicture(url, { 'if-none-match': tag });
      expect([known.response.status, known.data.length]).toEqual([304, 0]);
    }
  });

  it('is stripped of metadata and rotated upright', async () => {
    const lying = sharp(await picture('jpeg', 40, 20)).withMetadata({ orientation: 6 });
    const file = await lying
      .withExif({ IFD0: { Copyright: 'secret canary' } })
      .jpeg()
      .toBuffer();
    expect(file.includes('secret canary')).toBe(true);
    const { body } = await upload(tenant.owner, `${tenant.project}/avatar`, file);
    const { data } = await fetchPicture(body.avatar_url);
    expect(data.includes('secret canary')).toBe(false);
    expect(await sharp(data).metadata()).toMatchObject({ width: 20, height: 40 });
  });

  it('replaces the previous one, whose address and bytes are deleted', async () => {
    const own = await world.tenant();
    const path = `${own.project}/avatar`;
    const first = (await upload(own.owner, path, await picture('png', 30, 30, 1))).body.avatar_url;
    const [{ blob_key: key = '' } = {}] = await blobsOf(own.projectId);
    expect(isKept(key)).toBe(true);
    const second = (await upload(own.owner, path, await picture('png', 30, 30, 2))).body.avatar_url;
    expect(second).not.toBe(first);
    expect((await fetchPicture(first)).response.status).toBe(404);
    expect((await fetchPicture(second)).response.status).toBe(200);
    expect(isKept(key)).toBe(false);
    expect(await blobsOf(own.projectId)).toHaveLength(1);
  });

  it.each([
    ['an organization', (own: Tenant) => ({ path: `/org/${own.orgId}`, id: own.orgId })],
    ['a project', (own: Tenant) => ({ path: own.project, id: own.projectId })],
    ['a user', (own: Tenant) => ({ path: '/user', id: own.userId })],
  ])('of %s is removed with its bytes by an update to null, and an update sets no other', async (_of, placeOf) => {
    const own = await world.tenant();
    const { path, id } = placeOf(own);
    const { body: set } = await upload(own.owner, `${path}/avatar`, await picture('png', 24, 24));
    const [{ blob_key: key = '' } = {}] = await blobsOf(id);
    const same = await own.owner.post(path, { avatar_url: set.avatar_url });
    expect([same.status, same.body.avatar_url]).toEqual([200, set.avatar_url]);
    const other = await own.owner.post(path, { avatar_url: 'https://elsewhere.example.com/a.png' });
    expect([other.status, other.body.detail]).toMatchObject([422, [{ loc: ['body', 'avatar_url'] }]]);
    expect(isKept(key)).toBe(true);
    const gone = await own.owner.post(path, { avatar_url: null });
    expect([gone.status, gone.body.avatar_url]).toEqual([200, null]);
    expect((await own.owner.get(path)).body.avatar_url).toBeNull();
    expect((await fetchPicture(set.avatar_url)).response.status).toBe(404);
    expect([isKept(key), await blobsOf(id)]).toEqual([false, []]);
    const again = await own.owner.post(path, { avatar_url: null });
    expect(again.headers.get('etag')).toBe(gone.headers.get('etag'));
  });

  it('that others use too is kept for them when one of them replaces it', async () => {
    const [one, two] = await Promise.all([world.tenant(), world.tenant()]);
    const same = await picture('png', 31, 17, 77);
    const urls = [];
    for (const own of [one, two]) urls.push((await upload(own.owner, `${own.project}/avatar`, same)).body.avatar_url);
    expect(new Set(urls).size).toBe(2);
    await upload(one.owner, `${one.project}/avatar`, await picture('png', 31, 17, 78));
    const { response, data } = await fetchPicture(urls[1]);
    expect([response.status, (await sharp(data).metadata()).width]).toEqual([200, 31]);
  });

  it('is complete for every reader, even under concurrent uploads', async () => {
    const own = await world.tenant();
    const colours = await Promise.all([10, 20, 30, 10, 20, 30].map((red) => picture('png', 33, 33, red)));
    const responses = await Promise.all(colours.map((data) => upload(own.owner, `${own.project}/avatar`, data)));
    expect(responses.map((answer) => answer.status)).toEqual(colours.map(() => 200));
    const { avatar_url: url } = (await own.owner.get(own.project)).body;
    const { response } = await fetchPicture(url);
    expect(response.status).toBe(200);
    const kept = await world.db.selectFrom('avatars').select('token').where('owner_id', '=', own.projectId).execute();
    expect(kept).toHaveLength(1);
  });

  it('is shown with an organization or project that is a member', async () => {
    const own = await world.tenant();
    await upload(own.owner, `/org/${own.orgId}/avatar`, await picture('png', 20, 20));
    const { body } = await own.owner.post(`${own.project}/iam/members/organization:${own.orgId}`, { add: ['viewer'] });
    expect(body.avatar_url).toBe((await own.owner.get(`/org/${own.orgId}`)).body.avatar_url);
  });

  it('is set by editors only', async () => {
    const viewer = await tenant.member({ org: 'viewer' });
    for (const path of [`/org/${tenant.orgId}/avatar`, `${tenant.project}/avatar`])
      expect((await upload(viewer, path, await picture('png', 9, 9))).status).toBe(403);
  });
});

describe('an invalid picture', () => {
  it('returns a clear 400, and the previous picture stays', async () => {
    const own = await world.tenant();
    const path = `${own.project}/avatar`;
    const { avatar_url: url } = (await upload(own.owner, path, await picture('png', 20, 20))).body;
    const png = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
      .composite([{ input: Buffer.from('<svg width="300" height="300"><circle cx="150" cy="150" r="99"/></svg>') }])
      .png()
      .toBuffer();
    const files: [string, Buffer][] = [
      ['a text', Buffer.from('hello')],
      ['nothing', Buffer.alloc(0)],
      [
        'a drawing with a script',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      ],
      [
        'the beginning of a PNG before a page',
        Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>')]),
      ],
      ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
      ['half a PNG', png.subarray(0, png.length / 2)],
      [
        'another format',
        await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .webp()
          .toBuffer(),
      ],
      ['an image bomb', bomb(40_000, 40_000)],
    ];
    for (const [what, data] of files) {
      const answer = await upload(own.owner, path, data);
      expect(answer.status, `${what}: ${answer.text}`).toBe(400);
      expect(answer.body.detail, what).toEqual({
        reason: 'INVALID_IMAGE',
        message: expect.stringMatching(/^the file /),
        invalidImageError: { field: 'file' },
      });
    }
    expect((await own.owner.get(own.project)).body.avatar_url).toBe(url);
    expect((await fetchPicture(url)).response.status).toBe(200);
  });

  it('returns 413 above 5 MB, and 422 without a file or with two', async () => {
    const path = `/org/${tenant.orgId}/avatar`;
    const large = await upload(tenant.owner, path, Buffer.alloc(5 * 1024 * 1024 + 1));
    expect([large.status, large.body.detail.fileTooLargeError]).toEqual([413, { limit: 5 * 1024 * 1024 }]);
    const data = await picture('png', 9, 9);
    const other = await upload(tenant.owner, path, data, 'picture');
    const form = new FormData();
    for (const name of ['a.png', 'b.png']) form.append('file', new Blob([Buffer.from(data)]), name);
    const responses = [other, await tenant.owner.post(path, form), await tenant.owner.post(path, { file: 'x' })];
    for (const answer of [...responses, await tenant.owner.post(path)])
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'file']]);
  });
});

describe('an unknown picture address', () => {
  it('returns 404', async () => {
    const url = `${world.stack.baseUrl}/public/avatar/${'x'.repeat(32)}`;
    expect((await fetchPicture(url)).response.status).toBe(404);
  });
});
