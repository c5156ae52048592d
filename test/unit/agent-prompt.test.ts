import { describe, expect, it } from 'vitest';
import { buildPrompt, getPromptBudget, PROMPT_PARTS } from '../../src/agents/prompt/index.ts';
import type { PromptSource } from '../../src/agents/prompt/part.ts';
import type { SkillsContext } from '../../src/agents/tools/kind.ts';
import type { PastTurn } from '../../src/agents/turns/messages.ts';

/** A run of one turn: its message and the answer. */
function turnOf(run: string, message: string, text: string): PastTurn {
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

const told = ({ messages }: ReturnType<typeof buildPrompt>) => messages.map(({ content }) => content);

describe('the prompt of a turn', () => {
  const past = [turnOf('one', 'First?', LONG), turnOf('two', 'Second?', 'Yes.')];

  it('is the instruction and the whole conversation where there is room', () => {
    const prompt = buildPrompt(source(past), Number.POSITIVE_INFINITY);
    expect(prompt.system).toBe('Help.');
    expect(told(prompt)).toEqual(['First?', LONG, 'Second?', 'Yes.', 'And now?']);
  });

  it('leaves the oldest of the conversation out where the tokens do not reach', () => {
    expect(told(buildPrompt(source(past), 400))).toEqual(['Second?', 'Yes.', 'And now?']);
  });

  it('gives the conversation what the instruction leaves, and the instruction is never cut', () => {
    const prompt = buildPrompt(source(past, { instruction: LONG }), 520);
    expect(prompt.system).toBe(LONG);
    expect(told(prompt)).toEqual(['And now?']);
  });

  it('keeps the message that the run began with where the cut falls into the run', () => {
    const turns = [1, 2, 3].map((turn) => ({ ...turnOf('now', 'Go on.', `${turn} ${LONG}`), turn }));
    const prompt = buildPrompt(source(turns), 1200);
    expect(told(prompt)).toEqual(['Go on.', `2 ${LONG}`, `3 ${LONG}`]);
  });

  it('has each of its parts in a place of its own, what the agent is for before what was said', () => {
    expect(PROMPT_PARTS.map(({ name }) => name)).toEqual(['instruction', 'skills', 'memory']);
    expect(new Set(PROMPT_PARTS.map(({ order }) => order)).size).toBe(PROMPT_PARTS.length);
  });

  it('has the newest words even where nothing is left for them', () => {
    expect(told(buildPrompt(source(past), 0))).toEqual(['And now?']);
  });

  it('is bounded by the number of messages, too', () => {
    expect(told(buildPrompt(source(past, { max_events: 3 }), 100_000))).toEqual(['Second?', 'Yes.', 'And now?']);
  });
});

describe('the list of skills in a prompt', () => {
  const many = (count: number, description: string) =>
    Array.from({ length: count }, (_, at) => ({ name: `skill-${at}`, description }));
  const told = (knowHow: Partial<SkillsContext>, tokens = Number.POSITIVE_INFINITY) =>
    buildPrompt(source([], { knowHow }), tokens).system;

  it('is not there where there are none', () => {
    expect(told({})).toBe('Help.');
  });

  it('has every name with its description, each on one line', () => {
    const text = told({ listed: [{ name: 'mail', description: 'For\n\n# mail ' }, ...many(1, '')] });
    expect(text).toContain('\n- mail: For # mail\n- skill-0');
    expect(text).not.toContain('cut');
  });

  it.each([
    ['whole', 3, 'x'.repeat(1024)],
    ['with shorter descriptions, which it says', 50, 'x'.repeat(1024)],
    ['with names only, which it says', 250, 'x'.repeat(1024)],
    ['with as many names as there is room for, and says how many are missing', 2000, 'x'.repeat(1024)],
  ])('keeps to its budget: %s', (how, count, description) => {
    const text = told({ listed: many(count, description) }).slice('Help.'.length);
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

  it('takes no more than a quarter of what is left of the window', () => {
    const text = told({ listed: many(20, 'x'.repeat(1024)) }, 4000).slice('Help.'.length);
    expect(Buffer.byteLength(text)).toBeLessThan(1050 * 3);
  });

  it('names what was deleted, also where nothing else is left', () => {
    expect(told({ deleted: ['mail', 'sums'] })).toContain("deleted and can't be loaded: mail, sums");
  });
});

describe('what a run has loaded', () => {
  const turns = [1, 2, 3].map((turn) => ({ ...turnOf('now', 'Go on.', `${turn}`), turn }));
  const loaded = [
    { name: 'old', text: `OLD ${'ä'.repeat(3000)}`, turn: 1 },
    { name: 'new', text: 'NEW', turn: 2 },
  ];

  it('is repeated once the cut has taken the turn that loaded it, and not before', () => {
    const told = (max_events: number) => buildPrompt(source(turns, { max_events, knowHow: { loaded } }), 100_000);
    expect(told(10).system).toBe('Help.');
    expect(told(3).system).toContain('## old\n\nOLD');
    expect(told(3).system).not.toContain('NEW');
    expect(told(2).system).toMatch(/## new\n\nNEW\n\n## old\n\nOLD/);
    expect(told(2).messages.map(({ content }) => content)).toEqual(['Go on.', '3']);
  });

  it('keeps to a quarter of what is left, the newest first, and says what it leaves out', () => {
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

describe('the room for a prompt', () => {
  it('is what the model’s window has beside the tools and the answer', () => {
    const model = { context_window: 10_000 };
    const tools = [{ name: 'a', description: 'b'.repeat(2960), parameters: {} }];
    expect(getPromptBudget({ model, tools: undefined, settings: { max_tokens: 1000 } })).toBeGreaterThan(8990);
    expect(getPromptBudget({ model, tools, settings: { max_tokens: 1000 } })).toBeLessThan(8010);
    expect(getPromptBudget({ model, tools: undefined, settings: {} })).toBeGreaterThan(7400);
  });

  it('has no bound where the window is not known', () => {
    expect(getPromptBudget({ model: { context_window: null }, tools: [], settings: {} })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
