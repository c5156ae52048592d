import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listConversations, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const FIELDS = { name: 'Never made', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'x' };
const FORMAT = { a: 'str' };

async function refusal(fields: object): Promise<Json> {
  const response = await tenant.owner.post(`${tenant.project}/task`, { ...FIELDS, ...fields });
  expect(response.status, response.text).toBe(422);
  return response.body.detail;
}

const run = (taskId: string, body: object, query = '') =>
  tenant.owner.post(`${tenant.project}/task/${taskId}/run${query}`, body);

describe('a task', () => {
  it.each([
    ['json of a model without it', { llm_model_id: 'plain', output_format: FORMAT }, 'output_modality'],
    [
      'json of a fallback model without it',
      { fallback_llm_model_id: 'plain', output_format: FORMAT },
      'output_modality',
    ],
    ['audio, which no model has', { output_modality: 'audio' }, 'output_modality'],
    ['an image of a model that sees none', { llm_model_id: 'plain', image_required: true }, 'image_required'],
    [
      'an image of a fallback that sees none',
      { fallback_llm_model_id: 'plain', image_required: true },
      'image_required',
    ],
    ['an image where it takes no files', { image_required: true, file_input_mode: 'none' }, 'image_required'],
    ['an image where it takes PDFs', { image_required: true, file_input_mode: 'pdf' }, 'image_required'],
    ['PDFs of a model that reads none', { llm_model_id: 'plain', file_input_mode: 'pdf' }, 'file_input_mode'],
    ['settings for no fallback model', { fallback_llm_config: { top_p: 1 } }, 'fallback_llm_config'],
    ['a choice of tools that is none', { tool_choice: 'banana' }, 'tool_choice'],
    ['tools to be used', { tool_choice: 'required' }, 'tool_choice'],
  ])('with %s is rejected on save', async (_what, fields, field) => {
    const [first] = await refusal(fields);
    expect(first.loc.slice(0, 2)).toEqual(['body', field]);
  });

  it('reports by name which settings its models do not support', async () => {
    expect(await refusal({ llm_config: { temprature: 0.5, top_k: null } })).toMatchObject([
      { loc: ['body', 'llm_config', 'temprature'], type: 'unknown_setting' },
    ]);
    const fallback = { fallback_llm_model_id: 'fallback', fallback_llm_config: { top_k: 5 } };
    expect(await refusal(fallback)).toMatchObject([
      { loc: ['body', 'fallback_llm_config', 'top_k'], type: 'unsupported_setting' },
    ]);
    const task = await makeTask(tenant);
    const edit = (body: object) => tenant.owner.post(`${tenant.project}/task/${task.id}`, body);
    expect((await edit({ llm_config: { top_k: 5 } })).body.detail[0].loc).toEqual(['body', 'llm_config', 'top_k']);
    expect((await edit({ llm_config: {}, fallback_llm_config: null, output_format: null, rag: null })).status).toBe(
      200,
    );
  });

  it('runs only with files that its model supports, whatever type they claim', async () => {
    const [blind, seeing] = [await makeTask(tenant, { llm_model_id: 'plain' }), await makeTask(tenant)];
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const send = (task: Json, name: string, data: Buffer, media_type?: string) =>
      run(task.id, { task_input: { text: 'x' }, task_files: [{ name, content: data.toString('base64'), media_type }] });
    const place = ['body', 'task_files', 0, 'media_type'];
    for (const refused of [
      await send(blind, 'a.png', png),
      await send(blind, 'a.txt', png, 'text/plain'),
      await send(seeing, 'a.bin', Buffer.from([0, 1, 2])),
      await send(seeing, 'a.docx', Buffer.from('x'), 'application/vnd.ms-word'),
    ]) {
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, place]);
    }
    const taken = await send(seeing, 'a.jpg', png, 'image/jpeg');
    expect(taken.body.files).toMatchObject([{ name: 'a.jpg', media_type: 'image/png' }]);
    expect((await send(blind, 'a.txt', Buffer.from('Grüße'))).body).toMatchObject({ is_error: false });
  });

  it('sends text files to its model as text, and scales down large images by default', async () => {
    const large = await sharp({ create: { width: 4096, height: 1024, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const files = [
      { name: 'list.csv', content: Buffer.from('a,b\n1,ü').toString('base64') },
      { name: 'large.png', content: large.toString('base64') },
    ];
    const seen = async (fields: object) => {
      const task = await makeTask(tenant, fields);
      const { key, message } = await play(world, [{ text: 'Seen.' }]);
      expect((await run(task.id, { task_input: { text: message }, task_files: files })).body.response).toBe('Seen.');
      const [request] = await world.model.requests(key);
      const body: Json = request?.body;
      const { content } = body.messages.at(-1);
      const url: string = content.find((part: Json) => part.type === 'image_url').image_url.url;
      return { content, image: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
    };
    const usual = await seen({});
    expect(usual.content[1]).toEqual({ type: 'text', text: 'File list.csv:\na,b\n1,ü' });
    expect(await sharp(usual.image).metadata()).toMatchObject({ width: 2048, height: 512, format: 'png' });
    expect((await seen({ optimise_images: false })).image).toEqual(large);
  });

  it('with CSV output requests it, retries on prose, and fails without CSV', async () => {
    const task = await makeTask(tenant, { output_modality: 'csv' });
    const good = await play(world, [{ text: 'Sure, here it is.' }, { text: '```csv\nname,age\nAda,36\n```' }]);
    expect((await run(task.id, { task_input: { text: good.message } })).body).toMatchObject({
      response: 'name,age\nAda,36',
      is_error: false,
      llm_retries: 1,
    });
    const [first, second] = await listConversations(world, good.key);
    expect(first?.[0]).toMatchObject({ role: 'system', content: expect.stringContaining('Respond with only CSV') });
    expect(second?.at(-1)?.content).toMatch(/a sentence instead of a header.*Respond again with only valid CSV/);
    const bad = await play(world, [{ text: 'a,b\n1' }]);
    expect((await run(task.id, { task_input: { text: bad.message } })).body).toMatchObject({
      response: null,
      error: { reason: 'OUTPUT_FORMAT_MISMATCH', message: expect.stringContaining('line 2') },
    });
  });

  it('rejects a run with a missing fallback model or reporting group', async () => {
    const task = await makeTask(tenant);
    for (const [query, key] of [
      ['?use_fallback_model=true', 'use_fallback_model'],
      ['?reporting_group=any', 'reporting_group'],
    ]) {
      const refused = await run(task.id, { task_input: { text: 'x' } }, query);
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['query', key]]);
    }
    expect((await run(task.id, { task_input: { text: 'x' } }, '?use_fallback_model=false')).status).toBe(200);
  });
});

describe('an agent', () => {
  const refused = async (fields: object) => {
    const body = { name: 'A', instruction: 'x', llm_model_id: 'scripted', ...fields };
    const response = await tenant.owner.post(`${tenant.project}/task-agent`, body);
    expect(response.status, response.text).toBe(422);
    return response.body.detail[0].loc.slice(1).join('.');
  };

  it('gets no tools with a model that supports none, and rejects them', async () => {
    const body = { name: 'A', instruction: 'x', llm_model_id: 'plain' };
    const made = await tenant.owner.post(`${tenant.project}/task-agent`, body);
    expect(made.body).toMatchObject({ builtin_tools: [] });
    expect(await refused({ llm_model_id: 'plain', builtin_tools: ['calculator'] })).toBe('llm_model_id');
    expect(await refused({ fallback_llm_model_id: 'plain' })).toBe('fallback_llm_model_id');
  });

  it('reports by name what its models or its memory do not support', async () => {
    expect(await refused({ llm_config: { temprature: 1 } })).toBe('llm_config.temprature');
    expect(await refused({ llm_config: { top_k: 1 } })).toBe('llm_config.top_k');
    expect(await refused({ memory_config: { max_event: 1 } })).toBe('memory_config.max_event');
    expect(await refused({ memory_strategy: 'compaction' })).toBe('memory_strategy');
  });

  it('accepts a budget as a decimal string or as a number', async () => {
    const body = { name: 'A', instruction: 'x', llm_model_id: 'scripted' };
    for (const [given, kept] of [
      [0.1, '0.1'],
      [12, '12'],
      ['0.30', '0.30'],
      [null, null],
    ]) {
      const made = await tenant.owner.post(`${tenant.project}/task-agent`, { ...body, max_credits: given });
      expect(made.body.max_credits).toBe(kept);
    }
    expect(await refused({ max_credits: -1 })).toBe('max_credits');
    expect(await refused({ max_credits: 'much' })).toBe('max_credits');
  });

  it('accepts a formatter only if every active revision outputs JSON', async () => {
    const task = await makeTask(tenant, { output_format: FORMAT });
    const { body } = await tenant.owner.post(`${tenant.project}/task/${task.id}`, {
      output_modality: 'text',
      output_format: null,
    });
    const [text, json] = body.revisions;
    await tenant.owner.post(`${tenant.project}/task/${task.id}`, {
      active_revisions: [
        { task_revision_id: json.id, weight: 0.75 },
        { task_revision_id: text.id, weight: 0.25 },
      ],
    });
    const task_tools = [{ task_id: task.id, is_output_formatter: true }];
    expect(await refused({ task_tools })).toBe('task_tools.0.is_output_formatter');
  });
});
