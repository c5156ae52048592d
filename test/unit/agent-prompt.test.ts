import { describe, expect, it } from 'vitest';
import { PROMPT_PARTS, promptOf, roomFor } from '../../src/agents/prompt/index.ts';
import type { PromptSource } from '../../src/agents/prompt/part.ts';
import type { PastTurn } from '../../src/agents/turns/messages.ts';

/** A run of one turn: its message and the answer. */
function turnOf(run: string, message: string, text: string): PastTurn {
  return { run_id: run, turn: 1, text, assistant: null, notes: [], message, calls: [] };
}

const LONG = 'word '.repeat(300);

function source(turns: readonly PastTurn[], fields: { instruction?: string; max_events?: number } = {}): PromptSource {
  const { instruction = 'Help.', max_events } = fields;
  return {
    revision: { instruction, memory_config: { max_events } },
    conversation: { turns, runId: 'now', message: 'And now?', notes: [] },
  };
}

const told = ({ messages }: ReturnType<typeof promptOf>) => messages.map(({ content }) => content);

describe('the prompt of a turn', () => {
  const past = [turnOf('one', 'First?', LONG), turnOf('two', 'Second?', 'Yes.')];

  it('is the instruction and the whole conversation where there is room', () => {
    const prompt = promptOf(source(past), Number.POSITIVE_INFINITY);
    expect(prompt.system).toBe('Help.');
    expect(told(prompt)).toEqual(['First?', LONG, 'Second?', 'Yes.', 'And now?']);
  });

  it('leaves the oldest of the conversation out where the tokens do not reach', () => {
    expect(told(promptOf(source(past), 400))).toEqual(['Second?', 'Yes.', 'And now?']);
  });

  it('gives the conversation what the instruction leaves, and the instruction is never cut', () => {
    const prompt = promptOf(source(past, { instruction: LONG }), 520);
    expect(prompt.system).toBe(LONG);
    expect(told(prompt)).toEqual(['And now?']);
  });

  it('keeps the message that the run began with where the cut falls into the run', () => {
    const turns = [1, 2, 3].map((turn) => ({ ...turnOf('now', 'Go on.', `${turn} ${LONG}`), turn }));
    const prompt = promptOf(source(turns), 1200);
    expect(told(prompt)).toEqual(['Go on.', `2 ${LONG}`, `3 ${LONG}`]);
  });

  it('has each of its parts in a place of its own, what the agent is for before what was said', () => {
    expect(PROMPT_PARTS.map(({ name }) => name)).toEqual(['instruction', 'memory']);
    expect(new Set(PROMPT_PARTS.map(({ order }) => order)).size).toBe(PROMPT_PARTS.length);
  });

  it('has the newest words even where nothing is left for them', () => {
    expect(told(promptOf(source(past), 0))).toEqual(['And now?']);
  });

  it('is bounded by the number of messages, too', () => {
    expect(told(promptOf(source(past, { max_events: 3 }), 100_000))).toEqual(['Second?', 'Yes.', 'And now?']);
  });
});

describe('the room for a prompt', () => {
  it('is what the model’s window has beside the tools and the answer', () => {
    const model = { context_window: 10_000 };
    const tools = [{ name: 'a', description: 'b'.repeat(2960), parameters: {} }];
    expect(roomFor({ model, tools: undefined, settings: { max_tokens: 1000 } })).toBeGreaterThan(8990);
    expect(roomFor({ model, tools, settings: { max_tokens: 1000 } })).toBeLessThan(8010);
    expect(roomFor({ model, tools: undefined, settings: {} })).toBeGreaterThan(7400);
  });

  it('has no bound where the window is not known', () => {
    expect(roomFor({ model: { context_window: null }, tools: [], settings: {} })).toBe(Number.POSITIVE_INFINITY);
  });
});
