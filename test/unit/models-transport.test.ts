import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransport } from '../../src/platform/models/transport.ts';

let server: Server;
let url: string;
let got: { headers: IncomingHttpHeaders; body: Buffer };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    got = { headers: request.headers, body: await buffer(request) };
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const send = createTransport({ idleTimeoutMs: 30_000 });
const picture = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);

test('a form with a file is sent unchanged, with its length in advance', async () => {
  const form = new FormData();
  form.set('prompt', 'Ein Bär – “größer”');
  form.append('image[]', new Blob([picture], { type: 'image/png' }), 'bear.png');
  expect((await send(url, { method: 'POST', body: form, headers: { authorization: 'Bearer x' } })).status).toBe(200);
  expect(got.headers).toMatchObject({ authorization: 'Bearer x', 'content-length': String(got.body.length) });
  const headers = { 'content-type': got.headers['content-type'] ?? '' };
  const arrived = await new Response(new Uint8Array(got.body), { headers }).formData();
  expect(arrived.get('prompt')).toBe('Ein Bär – “größer”');
  const file = arrived.get('image[]') as File;
  expect([file.name, file.type]).toEqual(['bear.png', 'image/png']);
  expect(Buffer.from(await file.arrayBuffer()).equals(picture)).toBe(true);
});

test('bytes are sent with their content type', async () => {
  const headers = { 'content-type': 'audio/wav' };
  for (const body of [picture, picture.buffer, new Blob([picture])]) {
    await send(url, { method: 'POST', headers, body });
    expect(got.headers['content-type']).toBe('audio/wav');
    expect(got.body.equals(picture)).toBe(true);
  }
});

test('text is sent unchanged, and a stream or an oversized body is rejected', async () => {
  await send(url, { method: 'POST', body: '{"a":"ä"}' });
  expect(got.body.toString()).toBe('{"a":"ä"}');
  const stream = new Blob([picture]).stream();
  await expect(send(url, { method: 'POST', body: stream })).rejects.toMatchObject({ reason: 'rejected' });
  const large = new Blob(Array.from({ length: 26 }, () => new Uint8Array(4 * 1024 * 1024)));
  await expect(send(url, { method: 'POST', body: large })).rejects.toMatchObject({ reason: 'rejected' });
});
