import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type World } from '../support/client.ts';
import { ALL_FIELDS, findOwnRow, isRejected, toLabel } from './field-walk.ts';
import { createFixture, type Fixture, getExample, toPath } from './fixture.ts';

let world: World;
let fixture: Fixture;

beforeAll(async () => {
  world = openWorld();
  fixture = await createFixture(world);
});
afterAll(() => world.close());

describe('a field with an unknown reference', () => {
  const refused = ALL_FIELDS.flatMap((field) => {
    const row = findOwnRow(field);
    return isRejected(row) ? [[toLabel(field), field, row.refused] as const] : [];
  });

  it.each(refused)(
    'returns a 422 that names it, whatever else the request contains: %s',
    async (_label, { op, where, path }, value) => {
      const query = where === 'query' ? `?${path}=${value}` : '';
      const body = { ...getExample(op), ...(where === 'body' ? { [path]: value } : {}) };
      const answer = await fixture.tenant.owner.request(op.method, toPath(op, fixture.ids) + query, body);
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body.detail.map((item: Json) => item.loc.slice(0, 2))).toContainEqual([where, path]);
    },
  );
});

describe('settings of a model call', () => {
  it('reach the provider, including those of the fallback model', async () => {
    const ALL_SETTINGS = {
      temperature: 0.5,
      max_tokens: 77,
      top_p: 0.25,
      presence_penalty: 0.125,
      frequency_penalty: -0.5,
      seed: 4711,
      stop: ['END'],
      reasoning_effort: 'low',
      verbosity: 'high',
      service_tier: 'flex',
      prompt_cache_key: 'house',
      min_p: 0.125,
      repetition_penalty: 1.5,
    };
    const { tenant } = fixture;
    const { key, message } = await play(world, [{ text: 'Done.' }]);
    const fallback = { fallback_llm_model_id: 'fallback', fallback_llm_config: { ...ALL_SETTINGS, seed: 1 } };
    const task = await makeTask(tenant, { llm_config: ALL_SETTINGS, ...fallback });
    for (const query of ['', '?use_fallback_model=true']) {
      const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run${query}`, {
        task_input: { text: message },
      });
      expect(run.body).toMatchObject({ response: 'Done.' });
    }
    const agent = await makeAgent(tenant, { llm_config: { ...ALL_SETTINGS, seed: 2, parallel_tool_calls: false } });
    await agent.run(message);
    const sent = (await world.model.requests(key)).map((request) => request.body);
    expect(sent).toMatchObject([
      ALL_SETTINGS,
      { ...ALL_SETTINGS, seed: 1 },
      { ...ALL_SETTINGS, seed: 2, parallel_tool_calls: false },
    ]);
  });
});
