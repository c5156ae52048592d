import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolder } from '../../src/files/blobs/folder.ts';
import { openS3 } from '../../src/files/blobs/s3.ts';
import type { BlobStore } from '../../src/files/blobs/store.ts';
import { discardBlobs, stageBlob } from '../../src/files/staging.ts';
import { describeWithRequirement } from '../support/requirements.ts';
import { type S3Server, s3Server, startS3Server } from '../support/s3-server.ts';

const ORG = { orgId: '0190b5a0-0000-7000-8000-000000000001' };
const MIB = 1024 * 1024;

/** Splits bytes into chunks of a size. */
function* chunks(data: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

async function* one(data: Buffer): AsyncGenerator<Buffer> {
  yield data;
}

const read = async (store: BlobStore, key: string, range?: { first: number; last: number }) => {
  const blob = await store.read(key, range);
  return blob && { size: blob.size, bytes: await buffer(blob.bytes as Readable) };
};

/** The contract of every store. */
function describeStore(open: () => Promise<BlobStore>): void {
  let store: BlobStore;
  beforeAll(async () => {
    store = await open();
    await store.check();
  });
  afterAll(() => store.close());

  const keys = async (after = '', limit = 1000) => (await store.list(after, limit)).map(({ key }) => key);

  it.each([0, 1, 65_536, 8 * MIB, 20 * MIB + 7])('returns %i bytes unchanged', async (size) => {
    const data = randomBytes(size);
    const blob = await stageBlob(store, ORG, chunks(data, 100_000));
    expect(blob).toMatchObject({ size, sha256: createHash('sha256').update(data).digest() });
    const back = await read(store, blob.key);
    expect(back?.size).toBe(size);
    expect(back?.bytes.equals(data)).toBe(true);
    expect(await keys()).toContain(blob.key);
    await discardBlobs(store, [blob]);
    expect(await store.read(blob.key)).toBeUndefined();
  });

  it('accepts input in the smallest chunks', async () => {
    const data = randomBytes(100_000);
    const blob = await stageBlob(store, ORG, chunks(data, 1));
    expect((await read(store, blob.key))?.bytes.equals(data)).toBe(true);
  });

  it('returns ranges with the total size', async () => {
    const { key } = await stageBlob(store, ORG, [Buffer.from('0123456789')]);
    for (const [first, last, text] of [
      [0, 0, '0'],
      [3, 5, '345'],
      [9, 9, '9'],
      [0, 9, '0123456789'],
    ] as const) {
      expect(await read(store, key, { first, last })).toEqual({ size: 10, bytes: Buffer.from(text) });
    }
  });

  it.each([1, 12 * MIB])('keeps nothing of a source that breaks off after %i bytes', async (size) => {
    const before = await keys();
    async function* broken() {
      yield* chunks(randomBytes(size), 65_536);
      throw new Error('the line went dead');
    }
    await expect(stageBlob(store, ORG, broken())).rejects.toThrow('the line went dead');
    expect(await keys()).toEqual(before);
  });

  it('keeps nothing of a source over the size limit', async () => {
    const before = await keys();
    await expect(stageBlob(store, ORG, [randomBytes(1001)], 1000)).rejects.toMatchObject({ reason: 'FILE_TOO_LARGE' });
    expect(await keys()).toEqual(before);
  });

  it('shares nothing between equal bytes of two owners', async () => {
    const data = [Buffer.from('the same')];
    const [mine, theirs] = [await stageBlob(store, ORG, data), await stageBlob(store, { orgId: 'another' }, data)];
    await discardBlobs(store, [mine]);
    expect((await read(store, theirs.key))?.bytes.toString()).toBe('the same');
  });

  it('lists page by page in key order, with the creation time of each', async () => {
    const made = ['l/aa/1', 'l/aa/2', 'l/aa-b/1', 'l/ab/1', 'l/b'];
    for (const key of made.toReversed()) await store.write(key, one(Buffer.from('x')));
    const sorted = made.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const found: string[] = [];
    for (let after = 'l/'; ; ) {
      const page = await keys(after, 2);
      found.push(...page.filter((key) => key.startsWith('l/')));
      if (page.length < 2) break;
      after = page.at(-1) ?? '';
    }
    expect(found).toEqual(sorted);
    const [listed] = await store.list('l/', 1);
    expect(Math.abs((listed?.modified.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
    for (const key of made) await store.remove(key);
  });

  it('deletes missing blobs without an error', async () => {
    await store.remove('nobody/has/this');
    expect(await store.read('nobody/has/this')).toBeUndefined();
  });

  it('lets readers finish when the blob is deleted', async () => {
    const data = randomBytes(4 * MIB);
    const { key } = await stageBlob(store, ORG, [data]);
    const blob = await store.read(key);
    await store.remove(key);
    expect((await buffer(blob?.bytes as Readable)).equals(data)).toBe(true);
  });
}

describe('a store in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-blobs-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  describeStore(async () => openFolder(folder));

  it('names the setting if its folder is not writable', async () => {
    writeFileSync(join(folder, 'no-folder'), '');
    const store = openFolder(join(folder, 'no-folder', 'blobs'));
    await expect(store.check()).rejects.toMatchObject({ setting: 'DATA_DIR' });
  });
});

describeWithRequirement(s3Server(), 'a store in a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  }, 600_000);
  afterAll(() => server.stop());
  describeStore(async () => openS3(server.settings));

  it.each([
    ['S3_BUCKET', { bucket: 'not-there' }],
    ['S3_ACCESS_KEY_ID', { secretAccessKey: 'wrong' }],
  ])('reports that %s is wrong', async (setting, wrong) => {
    const store = openS3({ ...server.settings, ...wrong });
    await expect(store.check()).rejects.toMatchObject({ setting });
    await store.close();
  });
});

describe('a failing bucket server', () => {
  let server: Server;
  let answers: { status: number; body?: string }[] = [];
  const asked: string[] = [];
  let store: BlobStore;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume().once('end', () => {
        const { status, body } = answers.shift() ?? { status: 503 };
        response.writeHead(status).end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keys = { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: undefined };
    store = openS3({ endpoint, region: 'us-east-1', bucket: 'some', prefix: '', ...keys });
  });
  afterAll(async () => {
    await store.close();
    server.close();
  });

  it('is retried after a server error', async () => {
    answers = [{ status: 500 }, { status: 503 }, { status: 200 }];
    await store.write('some/key', one(Buffer.from('x')));
    expect(asked.splice(0)).toEqual(Array(3).fill('PUT /some/some/key'));
  });

  it('is a 503 to the caller if it keeps failing, and does not prevent the start', async () => {
    answers = [];
    await expect(store.read('some/key')).rejects.toMatchObject({ status: 503, reason: 'FILE_STORE_UNAVAILABLE' });
    await store.check();
  });

  it('is not retried after a client error', async () => {
    asked.splice(0);
    answers = [{ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }];
    const refused = store.write('some/key', one(Buffer.from('x')));
    await expect(refused).rejects.toMatchObject({ cause: { message: expect.stringContaining('AccessDenied') } });
    expect(asked).toHaveLength(1);
  });
});
