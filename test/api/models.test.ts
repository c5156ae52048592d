import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { AWAITED_MODELS, EMULATED_MODELS, MODEL_KEY } from '../support/stack.ts';

let world: World;
let tenant: Tenant;
let models: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  models = `${tenant.project}/model`;
});
afterAll(() => world.close());

async function names(query = ''): Promise<string[]> {
  const response = await tenant.owner.get(models + query);
  expect(response.status).toBe(200);
  return response.body.map((model: Json) => model.name).toSorted();
}

const LIVE = [
  ...['claude', 'fallback', 'gemini', 'gpt', 'painter', 'plain', 'scripted', 'speaker', 'unreachable'],
  ...AWAITED_MODELS,
  ...EMULATED_MODELS.map(({ name }) => name),
].toSorted();

describe('the list of models', () => {
  it('is a bare array of the configured models, without addresses and keys', async () => {
    const response = await tenant.owner.get(models);
    expect(response.body.find((model: Json) => model.name === 'scripted')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'scripted',
      alias: 'Scripted-Alias',
      provider: 'openai-compatible',
      vendor: 'test',
      description: expect.any(String),
      supports_vision: true,
      supports_pdf: true,
      supports_audio: true,
      supports_image_output: false,
      supports_tools: true,
      output_modalities: ['text', 'json'],
      context_window: null,
      input_price: '100',
      output_price: '200',
      cached_input_price: '100',
      cache_write_price: '100',
      reasoning_price: '200',
      image_price: '0',
      character_price: '0',
      retired: false,
    });
    expect(response.text).not.toContain(world.stack.modelServerUrl);
    expect(response.text).not.toContain('TEST_MODEL_KEY');
    expect(response.text).not.toContain(MODEL_KEY);
  });

  it('omits retired models unless they are requested', async () => {
    expect(await names()).toEqual(LIVE);
    expect(await names('?include_retired=false')).toEqual(LIVE);
    expect(await names('?include_retired=true')).toEqual([...LIVE, 'retired-model'].toSorted());
  });

  it('filters by vision, repeated or not, and by output', async () => {
    expect(await names('?vision=false')).toEqual(
      LIVE.filter((name) => !['fallback', 'painter', 'scripted'].includes(name)),
    );
    expect(await names('?vision=true')).toEqual(['fallback', 'painter', 'scripted']);
    expect(await names('?vision=true&vision=false')).toEqual(LIVE);
    expect(await names('?output=text')).toEqual(LIVE.filter((name) => !['painter', 'speaker'].includes(name)));
    expect(await names('?output=image')).toEqual(['painter']);
  });

  it.each(['include_retired=perhaps', 'vision=maybe', 'vision=true&vision=maybe', `output=${'x'.repeat(41)}`])(
    'rejects %s',
    async (query) => {
      const response = await tenant.owner.get(`${models}?${query}`);
      expect(response.status).toBe(422);
      expect(response.body.detail[0].loc[0]).toBe('query');
    },
  );
});

describe('a model', () => {
  it('is found by id, by name and by alias, in any case', async () => {
    const { body: model } = await tenant.owner.get(`${models}/scripted`);
    expect(model.name).toBe('scripted');
    for (const name of [model.id, model.id.toUpperCase(), 'SCRIPTED', 'Scripted-Alias', 'scripted-ALIAS']) {
      const response = await tenant.owner.get(`${models}/${name}`);
      expect([response.status, response.body]).toEqual([200, model]);
    }
  });

  it('has its name as alias if it has no other, and shows whether it generates images', async () => {
    const [plain, painter] = (
      await Promise.all(['plain', 'painter'].map((name) => tenant.owner.get(`${models}/${name}`)))
    ).map(({ body }) => body);
    expect([plain.alias, plain.supports_image_output]).toEqual(['plain', false]);
    expect([painter.alias, painter.supports_image_output]).toEqual(['painter', true]);
  });

  it('keeps its id in every project', async () => {
    const other = await world.tenant();
    const here = await tenant.owner.get(`${models}/fallback`);
    const there = await other.owner.get(`${other.project}/model/fallback`);
    expect(there.body).toEqual(here.body);
  });

  it('that is retired can still be read', async () => {
    expect((await tenant.owner.get(`${models}/retired-model`)).body).toMatchObject({ retired: true });
  });

  it.each(['nobody', '00000000-0000-4000-8000-000000000000', 'scripted%20', '__proto__'])(
    '%s returns 404',
    async (name) => {
      const response = await tenant.owner.get(`${models}/${name}`);
      expect(response.status).toBe(404);
      expect(response.body.detail).toMatchObject({
        reason: 'RESOURCE_NOT_FOUND',
        resourceNotFoundError: { field: 'model', value: decodeURIComponent(name) },
      });
    },
  );
});
