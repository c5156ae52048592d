import { describe, expect, it } from 'vitest';
import { buildPrompt, getPromptBudget, PROMPT_PARTS } from '../../src/agents/prompt/index.ts';
import type { PromptSource } from '../../src/agents/prompt/part.ts';
import type { SkillsContext } from '../../src/agents/tools/kind.ts';
import type { PastTurn } from '../../src/agents/turns/messages.ts';

/** A run of one turn: its message and the response. */
function createTurn(run: string, message: string, text: string): PastTurn {
  return { run_id: run, turn: 1, text, assistant: null, notes: [], message, calls: [] };
}

const LONG = 'word '.repeat(300);

const NOTHING: SkillsContext = { listed: [], loaded: [], deleted: [] };

function source(
  turns: readonly PastTurn[],
  fields: { instruction?: string; max_events?: number; knowHow?: Partial<SkillsContext> } = {},
): PromptSource {
  const { instruction = 'Help.', max_events } = fields;
  return {
    revision: { instruction, memory_config: { max_events } },
    conversation: { turns, runId: 'now', message: 'And now?', notes: [] },
    skillsContext: { ...NOTHING, ...fields.knowHow },
  };
}

const render = ({ messages }: ReturnType<typeof buildPrompt>) => messages.map(({ content }) => content);

describe('the prompt of a turn', () => {
  const past = [createTurn('one', 'First?', LONG), createTurn('two', 'Second?', 'Yes.')];

  it('is the instruction and the complete conversation if the window is large enough', () => {
    const prompt = buildPrompt(source(past), Number.POSITIVE_INFINITY);
    expect(prompt.system).toBe('Help.');
    expect(render(prompt)).toEqual(['First?', LONG, 'Second?', 'Yes.', 'And now?']);
  });

  it('omits the oldest messages if the tokens do not suffice', () => {
    expect(render(buildPrompt(source(past), 400))).toEqual(['Second?', 'Yes.', 'And now?']);
  });

  it('gives the conversation what the instruction leaves, and the instruction is never truncated', () => {
    const prompt = buildPrompt(source(past, { instruction: LONG }), 520);
    expect(prompt.system).toBe(LONG);
    expect(render(prompt)).toEqual(['And now?']);
  });

  it('keeps the first message of the run if the truncation falls into the run', () => {
    const turns = [1, 2, 3].map((turn) => ({ ...createTurn('now', 'Go on.', `${turn} ${LONG}`), turn }));
    const prompt = buildPrompt(source(turns), 1200);
    expect(render(prompt)).toEqual(['Go on.', `2 ${LONG}`, `3 ${LONG}`]);
  });

  it('has a fixed order of parts, the agent’s purpose before the conversation', () => {
    expect(PROMPT_PARTS.map(({ name }) => name)).toEqual(['instruction', 'skills', 'memory']);
    expect(new Set(PROMPT_PARTS.map(({ order }) => order)).size).toBe(PROMPT_PARTS.length);
  });

  it('contains the newest message even if no tokens are left for it', () => {
    expect(render(buildPrompt(source(past), 0))).toEqual(['And now?']);
  });

  it('is also limited by the number of messages', () => {
    expect(render(buildPrompt(source(past, { max_events: 3 }), 100_000))).toEqual(['Second?', 'Yes.', 'And now?']);
  });
});

describe('the list of skills in a prompt', () => {
  const many = (count: number, description: string) =>
    Array.from({ length: count }, (_, at) => ({ name: `skill-${at}`, description }));
  const render = (knowHow: Partial<SkillsContext>, tokens = Number.POSITIVE_INFINITY) =>
    buildPrompt(source([], { knowHow }), tokens).system;

  it('is absent if there are none', () => {
    expect(render({})).toBe('Help.');
  });

  it('has every name with its description, each on one line', () => {
    const text = render({ listed: [{ name: 'mail', description: 'For\n\n# mail ' }, ...many(1, '')] });
    expect(text).toContain('\n- mail: For # mail\n- skill-0');
    expect(text).not.toContain('cut');
  });

  it.each([
    ['whole', 3, 'x'.repeat(1024)],
    ['with shorter descriptions, which it says', 50, 'x'.repeat(1024)],
    ['with names only, which it says', 250, 'x'.repeat(1024)],
    ['with as many names as fit, and the number of missing ones', 2000, 'x'.repeat(1024)],
  ])('keeps to its budget: %s', (how, count, description) => {
    const text = render({ listed: many(count, description) }).slice('Help.'.length);
    expect(Buffer.byteLength(text)).toBeLessThan(4100 * 3);
    const listed = text.match(/^- skill-\d+/gm)?.length ?? 0;
    expect({
      listed: listed === count,
      cut: text.includes('…'),
      out: text.includes('omitted'),
      more: / more,/.test(text),
    }).toEqual({
      listed: !how.includes('missing'),
      cut: how.includes('shorter'),
      out: how.includes('names'),
      more: how.includes('missing'),
    });
    if (how.includes('missing')) expect(text).toContain(`- and ${count - listed} more, `);
  });

  it('takes at most a quarter of the remaining window', () => {
    const text = render({ listed: many(20, 'x'.repeat(1024)) }, 4000).slice('Help.'.length);
    expect(Buffer.byteLength(text)).toBeLessThan(1050 * 3);
  });

  it('names deleted skills, even if nothing else is left', () => {
    expect(render({ deleted: ['mail', 'sums'] })).toContain("deleted and can't be loaded: mail, sums");
  });
});

describe('the skills that a run has loaded', () => {
  const turns = [1, 2, 3].map((turn) => ({ ...createTurn('now', 'Go on.', `${turn}`), turn }));
  const loaded = [
    { name: 'old', text: `OLD ${'ä'.repeat(3000)}`, turn: 1 },
    { name: 'new', text: 'NEW', turn: 2 },
  ];

  it('are repeated once the truncation removes the turn that loaded them, and not before', () => {
    const render = (max_events: number) => buildPrompt(source(turns, { max_events, knowHow: { loaded } }), 100_000);
    expect(render(10).system).toBe('Help.');
    expect(render(3).system).toContain('## old\n\nOLD');
    expect(render(3).system).not.toContain('NEW');
    expect(render(2).system).toMatch(/## new\n\nNEW\n\n## old\n\nOLD/);
    expect(render(2).messages.map(({ content }) => content)).toEqual(['Go on.', '3']);
  });

  it('keep to a quarter of the remaining window, the newest first, and name what is omitted', () => {
    const more = [...loaded, { name: 'older', text: 'OLDER', turn: 1 }];
    const { system } = buildPrompt(source(turns, { max_events: 1, knowHow: { loaded: more } }), 4000);
    expect(system).toContain('## new\n\nNEW');
    expect(system).toMatch(/ä\n\n\(Shortened here: continue in its SKILL.md from \d+\.\)/);
    expect(system).not.toContain('\uFFFD');
    expect(system).toContain('## older\n\n(Omitted for lack of space. Load it again when you need it.)');
    const kept = Number(/from (\d+)\./.exec(system)?.[1]);
    expect(system).toContain(`OLD ${'ä'.repeat(kept - 4)}\n`);
  });
});

describe('the prompt’s share of the context window', () => {
  it('is the model’s window without the tools and the response', () => {
    const model = { context_window: 10_000 };
    const tools = [{ name: 'a', description: 'b'.repeat(2960), parameters: {} }];
    expect(getPromptBudget({ model, tools: undefined, settings: { max_tokens: 1000 } })).toBeGreaterThan(8990);
    expect(getPromptBudget({ model, tools, settings: { max_tokens: 1000 } })).toBeLessThan(8010);
    expect(getPromptBudget({ model, tools: undefined, settings: {} })).toBeGreaterThan(7400);
  });

  it('is unlimited if the window is unknown', () => {
    expect(getPromptBudget({ model: { context_window: null }, tools: [], settings: {} })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
