import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openS3 } from '../../../src/files/blobs/s3.ts';
import type { BlobStore } from '../../../src/files/blobs/store.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { makeTask } from '../../support/agents.ts';
import { Client, openWorld, type Tenant, type World } from '../../support/client.ts';
import { describeWithRequirement } from '../../support/requirements.ts';
import { type S3Server, s3Server, startS3Server } from '../../support/s3-server.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

describeWithRequirement(s3Server(), 'an installation that stores its files in a bucket', () => {
  let server: S3Server;
  let stack: Stack;
  let world: World;
  let tenant: Tenant;
  let bucket: BlobStore;
  /** The owner at another API process. */
  let elsewhere: Client;

  beforeAll(async () => {
    server = await startS3Server();
    stack = await Stack.create(inject('servers'), 's3', { ...WITHOUT_INGESTION, ...server.env });
    stack.startWorker();
    const port = await findFreePort();
    await Promise.all([stack.startApi(), stack.startApi(port)]);
    await stack.ready();
    world = openWorld(stack.info);
    tenant = await world.tenant();
    elsewhere = new Client(`http://127.0.0.1:${port}`, tenant.key);
    bucket = openS3(server.settings);
  }, 600_000);
  afterAll(async () => {
    await bucket.close();
    await world.close();
    await stack.stop();
    await server.stop();
  });

  const keys = async (folder: string) =>
    (await bucket.list('', 1000)).map(({ key }) => key).filter((key) => key.startsWith(folder));

  it('serves a run’s files from one process that another process wrote, completely and in ranges', async () => {
    const task = await makeTask(tenant, { file_input_mode: 'any' });
    const data = Buffer.concat([Buffer.from('GIF89a'), randomBytes(9 * 1024 * 1024)]);
    const form = new FormData();
    form.append('task_input', JSON.stringify({ text: 'x' }));
    form.append('task_file', new Blob([data]), 'large.gif');
    form.append('task_file', new Blob(['GIF89a']), 'small.gif');
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, form);
    expect(run).toMatchObject({ status: 200, body: { status: 'completed' } });
    const path = elsewhere.url(`${tenant.project}/task/${task.id}/run/${run.body.id}/file/large.gif`);
    const headers = { authorization: `Bearer ${tenant.key}` };
    const whole = await fetch(path, { headers });
    expect(Buffer.from(await whole.arrayBuffer()).equals(data)).toBe(true);
    const part = await fetch(path, { headers: { ...headers, range: 'bytes=-100' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(data.subarray(-100))).toBe(true);
    expect(await keys(`organizations/${tenant.orgId}/`)).toHaveLength(2);
  });

  it('stores images there, one at a time', async () => {
    const own = await world.tenant();
    const urls: string[] = [];
    for (const red of [10, 200]) {
      const background = { r: red, g: 40, b: 40 };
      const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(picture)]), 'a.png');
      urls.push((await own.owner.post(`${own.project}/avatar`, form)).body.avatar_url);
    }
    const [gone, shown] = urls.map((url) => fetch(elsewhere.base + new URL(url).pathname));
    expect([(await gone)?.status, (await shown)?.status]).toEqual([404, 200]);
    expect(await keys(`organizations/${own.orgId}/`)).toHaveLength(1);
  });

  it('stores the bucket’s secret nowhere', () => {
    for (const name of ['worker.log', `api-${new URL(stack.info.baseUrl).port}.log`]) {
      const log = readFileSync(join(stack.info.dataDir, name), 'utf8');
      expect(log).toContain('ready');
      expect(log).not.toContain(server.settings.secretAccessKey);
    }
  });

  it('responds 503 while the bucket’s server is down, and other operations keep working', async () => {
    const task = await makeTask(tenant, { file_input_mode: 'any' });
    const path = `${tenant.project}/task/${task.id}/run`;
    await server.stop();
    const file = { name: 'a.txt', content: btoa('x'), media_type: 'text/plain' };
    const refused = await tenant.owner.post(path, { task_input: { text: 'x' }, task_files: [file] });
    expect([refused.status, refused.body.detail.reason]).toEqual([503, 'FILE_STORE_UNAVAILABLE']);
    expect(refused.headers.get('retry-after')).toBe('5');
    const form = new FormData();
    form.append('task_input', JSON.stringify({ text: 'x' }));
    form.append('task_file', new Blob(['x']), 'a.txt');
    expect((await tenant.owner.post(path, form)).status).toBe(503);
    expect((await tenant.owner.post(path, { task_input: { text: 'x' } })).status).toBe(200);
  });
});
