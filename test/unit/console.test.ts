import { describe, expect, it } from 'vitest';
import { diffArguments, getJsonBytes } from '../../console/src/features/approvals/diff-arguments.ts';
import { toFlatFields } from '../../console/src/features/approvals/schema-fields.ts';
import { findFolds, createTimeScale } from '../../console/src/features/runs/time-scale.ts';
import { RunSteps, type StepEvent } from '../../console/src/features/runs/run-steps.ts';
import { toFolderBody, EMPTY_FOLDER, readFile, toFolder, findProblems } from '../../console/src/features/skills/folder.ts';
import { stripMarkdown } from '../../console/src/lib/strip-markdown.ts';
import { isTooDeep, splitIntoBlocks } from '../../console/src/ui/markdown-blocks.ts';

const event = (seq: number, kind: string, payload: object = {}, at = seq * 1000): StepEvent => ({
  seq,
  kind,
  payload: payload as Record<string, unknown>,
  at,
});

describe('the steps of a run', () => {
  const CALL = { tool_call_id: 'c1', tool_name: 'pay' };
  const ASKED = { approval_request_id: 'a1', ...CALL };

  function taken(...events: StepEvent[]) {
    const steps = new RunSteps((act) => act());
    steps.add(events);
    return steps;
  }
  const shown = (steps: RunSteps) => steps.list.map(({ id, level, state }) => [id, level, state]);

  it('are put together from events: turns, calls below them, waits below those', () => {
    const steps = taken(
      event(1, 'session_id'),
      event(2, 'text', { text: 'Let me ', turn: 1 }),
      event(3, 'text', { text: 'pay.', turn: 1 }),
      event(4, 'tool_call', CALL),
      event(5, 'approval_required', ASKED),
      event(6, 'approval_decided', { ...ASKED, status: 'approved' }),
      event(7, 'tool_result', { ...CALL, outcome: 'success' }),
      event(8, 'done', { status: 'completed' }),
    );
    expect(shown(steps)).toEqual([
      ['message', 1, 'point'],
      ['turn-1-1', 1, 'good'],
      ['c1', 2, 'good'],
      ['a1', 3, 'good'],
      ['done-8', 1, 'point'],
    ]);
    expect(steps.of('turn-1-1')).toMatchObject({ text: 'Let me pay.' });
    expect(steps.of('a1')).toMatchObject({ begun: 5000, ended: 6000, text: 'approved' });
  });

  it('do not go on after the run: what was open then is void, and waits no longer', () => {
    const steps = taken(
      event(1, 'tool_call', CALL),
      event(2, 'approval_required', ASKED),
      event(5, 'done', { status: 'cancelled' }),
    );
    expect(shown(steps)).toEqual([
      ['c1', 2, 'void'],
      ['a1', 3, 'void'],
      ['done-5', 1, 'point'],
    ]);
    expect(steps.of('a1')).toMatchObject({ begun: 2000, ended: 5000, result: { status: 'over' } });
  });

  it('take each event in once, whatever comes twice or late', () => {
    const steps = taken(event(1, 'text', { text: 'a', turn: 1 }), event(2, 'text', { text: 'b', turn: 1 }));
    steps.add([event(1, 'text', { text: 'a', turn: 1 }), event(3, 'text', { text: 'c', turn: 1 })]);
    expect(steps.of('turn-1-1')).toMatchObject({ text: 'abc' });
    expect(steps.version).toBe(2);
  });

  it('are put at the times that are stored of their events, a turn from what was last before it', () => {
    const steps = taken(
      event(1, 'session_id'),
      event(2, 'text', { text: 'a', turn: 1 }, 9000),
      event(3, 'text', { text: 'b', turn: 1 }, 9500),
      event(4, 'tool_call', CALL, 9400),
      event(5, 'tool_result', { ...CALL, outcome: 'success' }, 12_000),
    );
    expect(steps.of('turn-1-1')).toMatchObject({ begun: 1000, ended: 9500 });
    // What came later was not before it, whatever the clocks say.
    expect(steps.of('c1')).toMatchObject({ begun: 9500, ended: 12_000 });
    const { version } = steps;
    // Of a turn its text is stored whole, under the number of its end.
    steps.settle([
      event(1, 'session_id', {}, 1100),
      event(3, 'text', { text: 'ab', turn: 1 }, 3000),
      event(4, 'tool_call', CALL, 3001),
      event(5, 'tool_result', CALL, 4000),
    ]);
    expect(steps.of('turn-1-1')).toMatchObject({ begun: 1100, ended: 3000 });
    expect(steps.of('c1')).toMatchObject({ begun: 3001, ended: 4000 });
    expect(steps.version).toBe(version + 1);
  });

  it('keep what a turn said before it was begun anew, as void', () => {
    const steps = taken(
      event(1, 'text', { text: 'wrong', turn: 1 }),
      event(2, 'turn_restarted', { turn: 1, attempt: 2 }),
      event(3, 'text', { text: 'right', turn: 1, attempt: 2 }),
    );
    expect(shown(steps)).toEqual([
      ['turn-1-1', 1, 'void'],
      ['turn-1-2', 1, 'running'],
    ]);
  });

  it('begin a turn anew beside its void words, also within one attempt, and say a stored text without a number once', () => {
    const streamed = taken(
      event(1, 'text', { text: 'wrong', turn: 1, attempt: 1 }),
      event(2, 'turn_restarted', { turn: 1, attempt: 1 }),
      event(3, 'text', { text: 'right', turn: 1, attempt: 1 }),
      event(4, 'done', { status: 'completed' }),
    );
    expect(streamed.list.map(({ id, state, text }) => [id, state, text])).toEqual([
      ['turn-1-1', 'void', 'wrong'],
      ['turn-1-1-2', 'good', 'right'],
      ['done-4', 'point', ''],
    ]);
    const stored = taken(
      event(2, 'turn_restarted', { turn: 1, attempt: 2 }),
      event(3, 'text', { text: 'right', turn: 1 }),
      event(4, 'done', { status: 'completed' }),
    );
    expect(stored.list.map(({ id, state, text }) => [id, state, text])).toEqual([
      ['turn-1-2', 'good', 'right'],
      ['done-4', 'point', ''],
    ]);
    expect([stored.isOver, taken(event(1, 'session_id')).isOver]).toEqual([true, false]);
  });

  it('end what a call was parked for with the call', () => {
    const steps = taken(
      event(1, 'tool_call', CALL),
      event(2, 'call_parked', { ...CALL, kind: 'reconnect' }),
      event(3, 'tool_result', { ...CALL, outcome: 'error' }),
    );
    expect(shown(steps)).toEqual([
      ['c1', 2, 'bad'],
      ['parked-2', 3, 'good'],
    ]);
  });

  it('fold long waits, so that what was done keeps its room', () => {
    const day = 86_400_000;
    const steps = taken(
      event(1, 'tool_call', CALL, 0),
      event(2, 'approval_required', ASKED, 1000),
      event(3, 'approval_decided', { ...ASKED, status: 'approved' }, 1000 + day),
      event(4, 'tool_result', { ...CALL, outcome: 'success' }, 2000 + day),
    );
    const now = 2000 + day;
    expect(findFolds(steps.list, now)).toEqual([{ from: 1000, to: 1000 + day }]);
    const { place } = createTimeScale(steps.list, now);
    expect([place(0), place(now)]).toEqual([0, 1]);
    expect(place(1000)).toBeGreaterThan(0.4);
    expect(place(1000 + day) - place(1000)).toBeLessThan(0.05);
  });
});

describe('edited arguments', () => {
  it('are counted by the places that changed, taken out ones too', () => {
    const before = { amount: 1, to: { name: 'A', iban: 'x' }, tags: ['a'] };
    const after = { amount: 2, to: { name: 'A' }, tags: ['a', 'b'] };
    expect(diffArguments(before, after).map(({ at }) => at)).toEqual(['amount', 'to.iban', 'tags']);
    expect(diffArguments(before, structuredClone(before))).toEqual([]);
    expect(getJsonBytes({ text: 'ä' })).toBe(13);
  });

  it('have a form only where it shows everything there is', () => {
    const schema = { properties: { a: { type: 'string' }, n: { type: 'integer' } }, required: ['a'] };
    expect(toFlatFields(schema, { a: 'x' })?.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['a', 'string', true],
      ['n', 'number', false],
    ]);
    expect(toFlatFields(schema, { a: 'x', other: 1 })).toBeUndefined();
    expect(toFlatFields(schema, { a: 7 })).toBeUndefined();
    expect(toFlatFields({ properties: { a: { type: 'object' } } }, {})).toBeUndefined();
    expect(toFlatFields(null, {})).toBeUndefined();
  });
});

describe('Markdown that streams', () => {
  it('is cut into blocks that settle, and never inside code, lists or quotes', () => {
    const text = 'One.\n\nTwo.\n\n- a\n\n- b\n\n```js\nx\n\ny\n```\n\nThree.';
    expect(splitIntoBlocks(text).map((block) => block.trim())).toEqual([
      'One.',
      'Two.\n\n- a\n\n- b',
      '```js\nx\n\ny\n```',
      'Three.',
    ]);
  });

  it('is not parsed where it is nested to stop whoever parses it', () => {
    expect(isTooDeep(`${'> '.repeat(500)}deep`)).toBe(true);
    expect(isTooDeep(`${'['.repeat(300)}deep`)).toBe(true);
    expect(isTooDeep('> a quote\n- a list')).toBe(false);
  });
});

describe('the folder of a skill', () => {
  it('takes files that are brought as text where they are text, else byte by byte', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
    const [text, picture, cut] = await Promise.all([
      readFile(new File(['Grüße'], 'notes.md')),
      readFile(new File([bytes], 'logo.png', { type: 'image/png' })),
      readFile(new File([Uint8Array.of(0xc3)], 'cut.txt')),
    ]);
    const body = toFolderBody({ ...EMPTY_FOLDER, instructions: 'Do it.', files: [text, picture, cut] });
    expect(body).toMatchObject({ instructions: 'Do it.', reference_docs: { 'notes.md': 'Grüße' } });
    expect(body.assets['logo.png']).toEqual({
      content: Buffer.from(bytes).toString('base64'),
      media_type: 'image/png',
    });
    expect(body.assets['cut.txt']).toEqual({ content: 'ww==' });
  });

  it('comes back as it was sent', () => {
    const content = {
      instructions: '# Do it',
      reference_docs: { 'b.md': 'B', 'a.md': 'A' },
      assets: { 'c.png': { content: 'AAE=', media_type: 'image/png', size: 2 } },
      capabilities: { schema_version: 1, dependencies: [{ type: 'tool', name: 'calculator', required: true }] },
      skill_metadata: { author: 'us' },
    };
    const folder = toFolder(content);
    expect(folder.files.map(({ path }) => path)).toEqual(['a.md', 'b.md', 'c.png']);
    const { assets, ...rest } = content;
    expect(toFolderBody(folder)).toEqual({ ...rest, assets: { 'c.png': { content: 'AAE=', media_type: 'image/png' } } });
  });

  it('says which path two files have, and which JSON is none', async () => {
    const [one, other] = [await readFile(new File(['1'], 'a.md')), await readFile(new File(['2'], 'a.md'))];
    expect(findProblems({ ...EMPTY_FOLDER, files: [one, other], metadata: '{' })).toEqual({
      twins: ['a.md'],
      capabilities: undefined,
      metadata: expect.any(String),
    });
  });
});

describe('Markdown in one line', () => {
  it.each([
    ['It is **42**.', 'It is 42.'],
    ['## Done: see [the report](https://example.com/a_b) in `out.txt`', 'Done: see the report in out.txt'],
    ['- __one__ of ~~three~~ two', 'one of three two'],
    ['2 * 3 * 7 is snake_case_name and **open', '2 * 3 * 7 is snake_case_name and **open'],
  ])('%s', (markdown, said) => {
    expect(stripMarkdown(markdown)).toBe(said);
  });
});
