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

/** Fields with texts of people for people. Prompts, messages and tool calls are not among them. */
const NOTES = [
  'annotation',
  'bio',
  'compatibility',
  'decision_note',
  'description',
  'job_role',
  'license',
  'note',
  'reason',
];

describe('a text for people', () => {
  const notes = ALL_FIELDS.filter(({ where, path }) => where === 'body' && NOTES.includes(path));

  it('is a field of many operations', () => expect(new Set(notes.map(({ op }) => op.id)).size).toBeGreaterThan(40));

  it.each(notes.map((field) => [toLabel(field), field] as const))(
    'cannot have invisible characters, but lines, tabs and emoji: %s',
    async (_label, { op, path }) => {
      const send = async (text: string) => {
        const body = { ...getExample(op), [path]: text };
        const answer = await fixture.tenant.owner.request(op.method, toPath(op, fixture.ids), body);
        const problems: Json[] = Array.isArray(answer.body?.detail) ? answer.body.detail : [];
        return problems.filter(({ loc }) => loc[1] === path).map(({ code }) => code);
      };
      const code = path === 'job_role' ? 'unclean_line' : 'unclean_text';
      expect(await send('Read\u200B this')).toEqual([code]);
      expect(await send('\u202Esiht daeR')).toEqual([code]);
      const schema = [op.request.body, op.request.form?.schema].flatMap(
        (form: Json) => form?.properties?.[path] ?? [],
      )[0];
      const pattern = (schema.anyOf ?? [schema]).find(({ type }: Json) => type === 'string').pattern;
      const lines = path === 'job_role' ? 'Ärztin 👩‍🚀' : 'First\r\n\tsecond 👩‍🚀\nमैं क्\u200dष';
      expect(lines).toMatch(new RegExp(pattern, 'u'));
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
