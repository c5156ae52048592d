import { createHash, randomBytes } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addFile, countStoredBytes, getBlobFolder } from '../support/files.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const MIB = 1024 * 1024;
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();

interface Made {
  readonly path: string;
  readonly key: string;
  readonly runId: string;
  readonly sessionPath: string;
}

/** A completed agent run with a file. The path is that of its download. */
async function fileOfRun(name: string, mediaType: string, data: Buffer, own: Tenant = tenant): Promise<Made> {
  const agent = await makeAgent(own);
  const run = await agent.run((await play(world, [{ text: 'Done.' }])).message);
  const { key } = await addFile(world, own, { type: 'agent_run', id: run.id }, { name, mediaType, data });
  const path = `${agent.path}/run/${run.id}/file/${encodeURIComponent(name)}`;
  return { path, key, runId: run.id, sessionPath: `${agent.path}/session/${run.session_id}` };
}

function download(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(tenant.owner.url(path), { method, headers: { authorization: `Bearer ${tenant.key}`, ...headers } });
}

/** An upload that a test sends step by step. */
class SlowForm {
  readonly request: ClientRequest;
  readonly answer: Promise<{ status: number; body: Json }>;

  constructor(own: Tenant, path: string) {
    this.request = request(own.owner.url(path), {
      method: 'POST',
      headers: { authorization: `Bearer ${own.key}`, 'content-type': 'multipart/form-data; boundary=xyz' },
    });
    this.answer = new Promise((resolve, reject) => {
      this.request.once('error', reject);
      this.request.once('response', async (response) => {
        const text = (await buffer(response)).toString();
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      });
    });
    this.answer.catch(() => undefined);
  }

  field(name: string, value: string): void {
    this.request.write(`--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }

  beginFile(name: string): void {
    const head = `Content-Disposition: form-data; name="task_file"; filename="${name}"\r\nContent-Type: text/plain`;
    this.request.write(`--xyz\r\n${head}\r\n\r\n`);
  }

  end(): void {
    this.request.end('\r\n--xyz--\r\n');
  }
}

describe('an upload', () => {
  it('of nearly 50 MB is stored while it arrives, and deleted if the run is rejected at its end', async () => {
    const own = await world.tenant();
    const task = await makeTask(own, { file_input_mode: 'none' });
    const form = new SlowForm(own, `${own.project}/task/${task.id}/run`);
    form.field('task_input', '{"text":"x"}');
    form.beginFile('large.txt');
    const block = randomBytes(MIB);
    for (let count = 1; count <= 49; count += 1) {
      await new Promise((resolve) => form.request.write(block, resolve));
      // A process that kept the upload in memory would not get this far: buffers in between have a fixed size.
      if (count % 16 === 0)
        await eventually(
          async () => countStoredBytes(world, own.orgId),
          (kept) => kept > (count - 4) * MIB,
        );
    }
    form.end();
    const answer = await form.answer;
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'task_files']]);
    expect(countStoredBytes(world, own.orgId)).toBe(0);
  });

  it('that is interrupted stores nothing and creates no run', async () => {
    const own = await world.tenant();
    const task = await makeTask(own, { file_input_mode: 'any' });
    const form = new SlowForm(own, `${own.project}/task/${task.id}/run`);
    form.field('task_input', '{"text":"x"}');
    form.beginFile('first.txt');
    form.request.write('whole\r\n');
    form.beginFile('second.txt');
    form.request.write(randomBytes(3 * MIB));
    await eventually(
      async () => countStoredBytes(world, own.orgId),
      (kept) => kept > 2 * MIB,
    );
    form.request.destroy();
    await eventually(
      async () => countStoredBytes(world, own.orgId),
      (kept) => kept === 0,
    );
    expect((await own.owner.get(`${own.project}/task/${task.id}/run`)).body.results).toEqual([]);
  });

  it.each([
    ['is over the limit', { text: 'x' }, 52 * MIB, 413],
    ['lacks an input', {}, 10, 422],
  ])('that %s stores nothing', async (_what, input, size, status) => {
    const own = await world.tenant();
    const task = await makeTask(own, { file_input_mode: 'any' });
    const form = new FormData();
    form.append('task_file', new Blob([Buffer.alloc(size)]), 'a.txt');
    form.append('task_input', JSON.stringify(input));
    const answer = await own.owner.post(`${own.project}/task/${task.id}/run`, form);
    expect(answer.status).toBe(status);
    expect(countStoredBytes(world, own.orgId)).toBe(0);
  });

  it('stores nothing for a repeat under the same Idempotency-Key', async () => {
    const own = await world.tenant();
    const task = await makeTask(own, { file_input_mode: 'any' });
    const send = () => {
      const form = new FormData();
      form.append('task_input', JSON.stringify({ text: 'x' }));
      form.append('task_file', new Blob([Buffer.alloc(1000, 'a')], { type: 'text/plain' }), 'a.txt');
      return own.owner.post(`${own.project}/task/${task.id}/run`, form, { 'idempotency-key': 'once' });
    };
    const [first, second] = [await send(), await send()];
    expect(second.body.id).toBe(first.body.id);
    expect(countStoredBytes(world, own.orgId)).toBe(1000);
  });

  it('has the type of its bytes, and is rejected if the task does not accept that type', async () => {
    const task = await makeTask(tenant, { file_input_mode: 'image' });
    const path = `${tenant.project}/task/${task.id}/run`;
    const task_files = [{ name: 'a.png', content: btoa('<html>'), media_type: 'image/png' }];
    const refused = await tenant.owner.post(path, { task_input: { text: 'x' }, task_files });
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0]).toMatchObject({
      loc: ['body', 'task_files', 0, 'media_type'],
      msg: expect.stringContaining('text/plain'),
    });
    const named = [{ name: 'a.png', content: btoa('GIF89a......'), media_type: 'image/png' }];
    const taken = await tenant.owner.post(path, { task_input: { text: 'x' }, task_files: named });
    expect(taken.body.files).toMatchObject([{ name: 'a.png', media_type: 'image/gif', size: 12 }]);
  });
});

describe('a download', () => {
  const text = Buffer.from('0123456789');
  let made: Made;
  beforeAll(async () => {
    made = await fileOfRun('a.txt', 'text/plain', text);
  });

  it('has its size, ETag and date, also for HEAD, and is not cacheable by shared caches', async () => {
    const tag = `"${sha256(text).toString('hex')}"`;
    for (const method of ['GET', 'HEAD']) {
      const answer = await download(made.path, {}, method);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-length': '10',
        'content-type': 'text/plain; charset=utf-8',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: tag,
      });
      expect(Date.parse(answer.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
      expect(await answer.text()).toBe(method === 'GET' ? '0123456789' : '');
    }
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['rubbish', 200, '0123456789', null],
  ])('with Range: %s returns %i', async (range, status, body, part) => {
    const answer = await download(made.path, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, part]);
    if (status === 416) expect(((await answer.json()) as Json).detail.reason).toBe('RANGE_NOT_SATISFIABLE');
    else {
      expect(answer.headers.get('content-length')).toBe(String(body.length));
      expect(await answer.text()).toBe(body);
    }
  });

  it('returns 304 for a matching tag or date, and resumes only an unchanged file', async () => {
    const { headers } = await download(made.path);
    const [tag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    const conditions: Record<string, string>[] = [{ 'if-none-match': tag }, { 'if-modified-since': date }];
    for (const known of conditions) {
      const answer = await download(made.path, known);
      expect([answer.status, await answer.text()]).toEqual([304, '']);
    }
    const range = 'bytes=5-';
    expect((await download(made.path, { range, 'if-range': tag })).status).toBe(206);
    expect((await download(made.path, { range, 'if-range': '"another"' })).status).toBe(200);
  });

  it('is never displayed inline if a browser could execute it, whatever its name', async () => {
    for (const [name, type, shown] of [
      ['a.html', 'text/html', false],
      ['a.svg', 'image/svg+xml', false],
      ['a.xhtml', 'application/xhtml+xml', false],
      ['a.png', 'image/png', true],
      ['a.pdf', 'application/pdf', true],
    ] as const) {
      const { path } = await fileOfRun(name, type, Buffer.from('<script>alert(1)</script>'));
      const answer = await download(`${path}?inline=true`);
      expect(answer.headers.get('content-disposition'), name).toMatch(shown ? /^inline;/ : /^attachment;/);
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    }
    expect((await download(`${made.path}?inline=true`)).headers.get('content-disposition')).toMatch(/^inline;/);
    expect((await download(made.path)).headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  it.each([
    ['"; filename=evil.exe; x=".txt', `filename="__; filename=evil.exe; x=_.txt"`],
    ["it's (100 %*).txt", `filename="it's (100 _*).txt"`],
    ['größe 漢字.txt', `filename="gr__e __.txt"`],
    ['…', `filename="_"`],
  ])('has the name %j, which cannot inject headers', async (name, plain) => {
    const { path } = await fileOfRun(name, 'text/csv', text);
    const disposition = (await download(path)).headers.get('content-disposition') ?? '';
    const [, encoded = ''] = /^attachment; .*; filename\*=UTF-8''([\w.~%!#$&+^`|-]+)$/.exec(disposition) ?? [];
    expect(disposition.startsWith(`attachment; ${plain.replace('__;', '_;')}; filename*`)).toBe(true);
    expect(decodeURIComponent(encoded)).toBe(name);
  });

  it('with the longest name works', async () => {
    const { path } = await fileOfRun('ö'.repeat(255), 'text/csv', text);
    expect((await download(path)).status).toBe(200);
  });

  it('completes when the file is deleted meanwhile, after which it is a 404 and its bytes are gone', async () => {
    const own = await world.tenant();
    const data = randomBytes(40 * MIB);
    const { path, sessionPath } = await fileOfRun('large.bin', 'application/x-large', data, own);
    const answer = await fetch(own.owner.url(path), { headers: { authorization: `Bearer ${own.key}` } });
    expect(answer.status).toBe(200);
    expect((await own.owner.delete(sessionPath)).status).toBe(200);
    expect(countStoredBytes(world, own.orgId)).toBe(0);
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toEqual(sha256(data));
    expect((await own.owner.get(path)).status).toBe(404);
  });

  it('of a file that was altered on disk never ends as complete, and is a 503 if that is known at the start', async () => {
    const small = await fileOfRun('small.txt', 'text/plain', text);
    writeFileSync(join(getBlobFolder(world), small.key), '0123456788');
    const changed = await tenant.owner.get(small.path);
    expect([changed.status, changed.body.detail.reason]).toEqual([503, 'FILE_DAMAGED']);
    expect(changed.headers.get('cache-control')).toBe('no-store');
    truncateSync(join(getBlobFolder(world), small.key), 5);
    expect((await tenant.owner.get(small.path)).body.detail.reason).toBe('FILE_DAMAGED');

    const large = await fileOfRun('large.bin', 'application/x-large', randomBytes(4 * MIB));
    writeFileSync(join(getBlobFolder(world), large.key), randomBytes(4 * MIB));
    const answer = await download(large.path);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('that is truncated on disk while it is sent is aborted', async () => {
    const { path, key } = await fileOfRun('large.bin', 'application/x-large', randomBytes(40 * MIB));
    const answer = await download(path);
    truncateSync(join(getBlobFolder(world), key), 1);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('returns 404 to another tenant, and below another run or agent', async () => {
    const outsider = await world.tenant();
    const foreign = made.path.replace(tenant.project, outsider.project);
    expect((await outsider.owner.get(foreign)).status).toBe(404);
    expect((await outsider.owner.get(made.path)).status).toBe(403);
    const other = await fileOfRun('b.txt', 'text/plain', text);
    expect((await tenant.owner.get(made.path.replace(made.runId, other.runId))).status).toBe(404);
    expect(
      (await tenant.owner.get(made.path.replace(/task-agent\/[^/]+/, other.path.match(/task-agent\/[^/]+/)?.[0] ?? '')))
        .status,
    ).toBe(404);
  });

  it('is linked in the record of the run', async () => {
    const run = await tenant.owner.get(made.path.replace(/\/file\/.*/, ''));
    const digest = sha256(text).toString('hex');
    expect(run.body.files).toEqual([
      { name: 'a.txt', media_type: 'text/plain', size: 10, sha256: digest, made: false },
    ]);
  });
});
