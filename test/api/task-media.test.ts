import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractText } from '../../src/knowledge/parsing/parse.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { POINT, SOUND } from '../support/model-server-media.ts';
import { pdf } from '../support/pdf.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const base64 = (data: Buffer) => data.toString('base64');
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

const painting = (fields: object = {}) =>
  makeTask(tenant, { llm_model_id: 'painter', output_modality: 'image', system_prompt: 'In oil.', ...fields });
const speaking = (fields: object = {}) =>
  makeTask(tenant, { llm_model_id: 'speaker', output_modality: 'audio', system_prompt: '', ...fields });

function run(task: Json, text: string, body: object = {}, headers: Record<string, string> = {}) {
  return tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text }, ...body }, headers);
}

function fetchFile(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(tenant.owner.url(path), { headers: { authorization: `Bearer ${tenant.key}`, ...headers } });
}

const fileOf = (task: Json, made: Json, name: string, headers: Record<string, string> = {}, query = '') =>
  fetchFile(`${tenant.project}/task/${task.id}/run/${made.id}/file/${name}${query}`, headers);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const sent = async (key: string) => (await world.model.requests(key)).map(({ body }) => body as Json);

describe('a task with image output', () => {
  it('gets it from its model, charges its price and stores it as a file of the run', async () => {
    const task = await painting({ llm_config: { size: '512x256', quality: 'high' } });
    const { key, message } = await play(world, [{}]);
    const { body: made } = await run(task, message);
    expect(made).toMatchObject({ is_error: false, response: 'image.png', charged_credits: '4', warnings: [] });
    expect(made.files).toEqual([
      { name: 'image.png', media_type: 'image/png', size: POINT.length, sha256: sha256(POINT), made: true },
    ]);
    const [request] = await sent(key);
    expect(request).toMatchObject({ model: 'painter', n: 1, size: '512x256', quality: 'high' });
    expect(request.prompt).toMatch(/^In oil\.\n\n.*Go\./s);
    const shown = await fileOf(task, made, 'image.png', {}, '?inline=true');
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^inline; filename="image.png"/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: `"${sha256(POINT)}"`,
    });
    expect(await bytesOf(shown)).toEqual(POINT);
    const part = await fileOf(task, made, 'image.png', { range: 'bytes=0-3' });
    expect([part.status, await bytesOf(part)]).toEqual([206, POINT.subarray(0, 4)]);
  });

  it('creates it from input images, which are scaled for the model and stored as sent', async () => {
    const task = await painting();
    const large = await sharp({ create: { width: 3000, height: 300, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const { key, message } = await play(world, [{}]);
    const task_files = [
      { name: 'image.png', content: base64(large) },
      { name: 'style.txt', content: base64(Buffer.from('Like Turner.')) },
    ];
    const { body: made } = await run(task, message, { task_files });
    expect(made.response).toBe('image-2.png');
    expect(made.files.map(({ name, made: isMade }: Json) => [name, isMade])).toEqual([
      ['image.png', false],
      ['style.txt', false],
      ['image-2.png', true],
    ]);
    const [request] = await sent(key);
    expect(request.prompt).toMatch(/File style.txt:\s+Like Turner./);
    expect(await sharp(Buffer.from(request.image[0], 'base64')).metadata()).toMatchObject({ width: 2048, height: 205 });
    expect(await bytesOf(await fileOf(task, made, 'image.png'))).toEqual(large);
  });

  it('stops at once, and aborts the request to its provider', async () => {
    const task = await painting();
    const { key, message } = await play(world, [{ hang: true }]);
    const queued = await run(task, message, {}, { prefer: 'respond-async' });
    await world.model.waitForRequests(key, 1);
    const path = `${tenant.project}/task/${task.id}/run/${queued.body.id}`;
    await tenant.owner.post(`${path}/cancel`);
    await world.model.waitForAborts(key, 1);
    const ended = await eventually(
      async () => (await tenant.owner.get(path)).body,
      ({ status }) => status === 'cancelled',
    );
    expect(ended).toMatchObject({ files: [], usage_estimated: true, charged_credits: '4' });
  });

  it('is a tool whose file also belongs to the agent run', async () => {
    const task = await painting({ name: 'Draw' });
    const drawn = await play(world, [{}]);
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: task.id }] });
    const asked = await play(world, [
      { tool_calls: [{ id: 'call_1', name: 'Draw', arguments: { text: drawn.message } }] },
      { text: 'Here you are.' },
    ]);
    const done = await agent.run(asked.message);
    expect(done.files).toMatchObject([
      { media_type: 'image/png', size: POINT.length, sha256: sha256(POINT), made: true },
    ]);
    const [{ name }] = done.files;
    const [result] = await getToolResults(world, asked.key);
    expect(result).toContain(name);
    const file = await fetchFile(`${agent.path}/run/${done.id}/file/${name}`);
    expect(await bytesOf(file)).toEqual(POINT);
  });
});

describe('a task with speech output', () => {
  it('speaks its text, charges by characters and stores the recording', async () => {
    const task = await speaking({
      user_prompt: 'Say: {text}',
      system_prompt: 'Slowly.',
      llm_config: { voice: 'nova', speed: 1.5, audio_format: 'wav' },
    });
    const { key, message } = await play(world, [{}]);
    const { body: made } = await run(task, message);
    const text = `Say: ${message}`;
    expect(made).toMatchObject({ response: 'speech.wav', charged_credits: String(text.length / 2) });
    const [request] = await sent(key);
    expect(request).toMatchObject({ model: 'speaker', input: text, voice: 'nova', instructions: 'Slowly.' });
    expect(request).toMatchObject({ speed: 1.5, response_format: 'wav' });
    const played = await fileOf(task, made, 'speech.wav', {}, '?inline=true');
    expect(played.headers.get('content-type')).toBe('audio/wav');
    expect(played.headers.get('content-disposition')).toMatch(/^inline/);
    expect(await bytesOf(played)).toEqual(SOUND);
  });
});

describe('a task with PDF output', () => {
  const writing = () => makeTask(tenant, { output_modality: 'pdf' });
  const MARKDOWN = '```markdown\n# Report\n\nAll **well**, שלום. ![Plan](http://169.254.169.254/p.png)\n\n한국\n```';

  async function textOf(pdf: Buffer): Promise<string> {
    const settings = { name: 'a.pdf', mediaType: null, strategy: 'fast', settings: loadConfig({}).parsing } as const;
    const read = await extractText({ bytes: Readable.from([pdf]) }, { ...settings, maxCharacters: 100_000 });
    return read.text;
  }

  it('renders the Markdown of its model, includes images by name and reports unsupported content', async () => {
    const task = await writing();
    const { key, message } = await play(world, [{ text: MARKDOWN }]);
    const { body: made } = await run(task, message);
    expect(made).toMatchObject({
      is_error: false,
      response: 'answer.pdf',
      warnings: [
        {
          type: 'missing_font',
          message:
            'the PDF lacks a font for Hangul: 2 characters are not visible in it; the npm package @expo-google-fonts/noto-sans-kr has one',
        },
      ],
      input_tokens: 10,
      output_tokens: 5,
      charged_credits: '0.002',
    });
    expect(made.files).toMatchObject([{ name: 'answer.pdf', media_type: 'application/pdf', made: true }]);
    const [request] = await sent(key);
    expect(request.messages[0].content).toContain('Markdown');
    const text = await textOf(await bytesOf(await fileOf(task, made, 'answer.pdf')));
    for (const part of ['Report', 'All well,', 'שלום', 'Plan (http://169.254.169.254/p.png)'])
      expect(text).toContain(part);
    expect(text).not.toContain('```');
  });

  it('renders the stored response if an earlier attempt ended after the response was charged', async () => {
    const task = await writing();
    const { key, message } = await play(world, [{ gate: 'crashed', status: 503, body: {} }, { text: 'Paid again.' }], {
      by: 'call',
    });
    const queued = await run(task, message, {}, { prefer: 'respond-async' });
    await world.model.waitForRequests(key, 1);
    const end = { status: 'completed', response: '# Stored', error: null, llmRetries: 0, usedFallbackModel: false };
    const pending = JSON.stringify({ ...end, seconds: 1, warnings: [] });
    await sql`update task_runs set pending_end = ${pending}::json where id = ${queued.body.id}`.execute(world.db);
    await world.model.open('crashed');
    const ended = await eventually(
      async () => (await tenant.owner.get(`${tenant.project}/task/${task.id}/run/${queued.body.id}`)).body,
      ({ completed }) => completed !== null,
    );
    expect(ended).toMatchObject({ status: 'completed', response: 'answer.pdf' });
    expect(await textOf(await bytesOf(await fileOf(task, ended, 'answer.pdf')))).toContain('Stored');
    expect(await world.model.requests(key)).toHaveLength(1);
  });
});

describe('a task with media', () => {
  it.each([
    ['a picture of a model that writes', { output_modality: 'image' }, 'output_modality', ''],
    ['text of a model that draws', { llm_model_id: 'painter' }, 'output_modality', ''],
    ['speech of a model that draws', { llm_model_id: 'painter', output_modality: 'audio' }, 'output_modality', ''],
    [
      'a voice for a picture',
      { llm_model_id: 'painter', output_modality: 'image', llm_config: { voice: 'nova' } },
      'llm_config',
      'voice',
    ],
    [
      'a temperature of speech',
      { llm_model_id: 'speaker', output_modality: 'audio', llm_config: { temperature: 1 } },
      'llm_config',
      'temperature',
    ],
    ['a voice for text', { llm_config: { voice: 'nova' } }, 'llm_config', 'voice'],
    [
      'a size that is none',
      { llm_model_id: 'painter', output_modality: 'image', llm_config: { size: 'big' } },
      'llm_config',
      'size',
    ],
  ])('with %s is rejected on save', async (_what, fields, field, key) => {
    const body = { name: 'Never made', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'x' };
    const refused = await tenant.owner.post(`${tenant.project}/task`, { ...body, ...fields });
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.detail[0].loc).toEqual(['body', field, ...(key === '' ? [] : [key])]);
  });

  it('rejects a run with files that its model does not support', async () => {
    const [drawing, voice, seeing] = [await painting(), await speaking(), await makeTask(tenant)];
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const refusal = async (task: Json, content: Buffer, media_type?: string) => {
      const refused = await run(task, 'x', { task_files: [{ name: 'a', content: base64(content), media_type }] });
      return [refused.status, refused.body.detail[0].loc.slice(2).join('.'), refused.body.detail[0].code];
    };
    expect(await refusal(drawing, Buffer.from('%PDF-1.7'))).toEqual([422, '0.media_type', 'media_type_not_used']);
    expect(await refusal(voice, png)).toEqual([422, '0.media_type', 'media_type_not_read']);
    expect(await refusal(seeing, Buffer.alloc(0))).toEqual([422, '0.content', 'empty_file']);
    expect(await refusal(seeing, bomb)).toEqual([422, '0', 'image_too_large']);
    const pictured = await makeTask(tenant, { file_input_mode: 'image', image_required: true });
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const stated of ['image/png', 'image/svg+xml'])
      expect(await refusal(pictured, Buffer.from(script), stated)).toEqual([
        422,
        '0.media_type',
        expect.stringMatching(/^media_type_not_(?:accepted|read)$/),
      ]);
  });

  it('passes a PDF unchanged to a model that reads PDFs, whatever its unpacked size', async () => {
    const page = ' '.repeat(30_000_000);
    const bomb = pdf([page, { width: 60_000, height: 60_000, grey: Buffer.alloc(1000) }]);
    expect(bomb.length).toBeLessThan(100_000);
    const task = await makeTask(tenant, { file_input_mode: 'pdf' });
    const { key, message } = await play(world, [{ text: 'Read.' }]);
    const ended = await run(task, message, { task_files: [{ name: 'a.pdf', content: base64(bomb) }] });
    expect(ended.body).toMatchObject({ is_error: false, response: 'Read.' });
    const [request] = await sent(key);
    expect(JSON.stringify(request)).toContain(base64(bomb));
  });

  it('fails with the reason for a damaged image, before any model request', async () => {
    const task = await makeTask(tenant);
    const whole = await sharp({ create: { width: 3000, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const content = base64(whole.subarray(0, whole.length - 20));
    const { key, message } = await play(world, [{ text: 'Seen.' }]);
    const ended = await run(task, message, { task_files: [{ name: 'a.png', content }] });
    expect(ended.body).toMatchObject({
      is_error: true,
      error: {
        reason: 'FILE_UNREADABLE',
        code: 'file_not_usable',
        params: { file: 'a.png', problem: { code: 'image_incomplete' } },
      },
    });
    expect(await world.model.requests(key)).toEqual([]);
  });
});
