import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diffArguments, getJsonBytes } from '../../console/src/features/approvals/diff-arguments.ts';
import { toFlatFields } from '../../console/src/features/approvals/schema-fields.ts';
import { sortByUrgency } from '../../console/src/features/home/urgency.ts';
import { getStepsUpToTurn, isTurnComplete, toForkMessages } from '../../console/src/features/runs/fork-messages.ts';
import { RunSteps } from '../../console/src/features/runs/run-steps.ts';
import type { Step, StepEvent } from '../../console/src/features/runs/step.ts';
import { createTimeScale, createWindow, findFolds, zoomScale } from '../../console/src/features/runs/time-scale.ts';
import { splitTime } from '../../console/src/features/runs/time-split.ts';
import {
  EMPTY_FOLDER,
  findProblems,
  readFile,
  toFolder,
  toFolderBody,
} from '../../console/src/features/skills/folder.ts';
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
  const REQUEST = { approval_request_id: 'a1', ...CALL };

  function buildSteps(...events: StepEvent[]) {
    const steps = new RunSteps((callback) => callback());
    steps.addEvents(events);
    return steps;
  }
  const summarize = (steps: RunSteps) => steps.list.map(({ id, level, state }) => [id, level, state]);

  it('are built from events: turns, then calls, then waits', () => {
    const steps = buildSteps(
      event(1, 'session_id'),
      event(2, 'text', { text: 'Let me ', turn: 1 }),
      event(3, 'text', { text: 'pay.', turn: 1 }),
      event(4, 'tool_call', CALL),
      event(5, 'approval_required', REQUEST),
      event(6, 'approval_decided', { ...REQUEST, status: 'approved' }),
      event(7, 'tool_result', { ...CALL, outcome: 'success' }),
      event(8, 'done', { status: 'completed' }),
    );
    expect(summarize(steps)).toEqual([
      ['message', 1, 'point'],
      ['turn-1-1', 1, 'good'],
      ['c1', 2, 'good'],
      ['a1', 3, 'good'],
      ['done-8', 1, 'point'],
    ]);
    expect(steps.find('turn-1-1')).toMatchObject({ text: 'Let me pay.' });
    expect(steps.find('a1')).toMatchObject({ startedAt: 5000, endedAt: 6000, text: 'approved' });
  });

  it('become void when the run ends while they are open', () => {
    const steps = buildSteps(
      event(1, 'tool_call', CALL),
      event(2, 'approval_required', REQUEST),
      event(5, 'done', { status: 'cancelled' }),
    );
    expect(summarize(steps)).toEqual([
      ['c1', 2, 'void'],
      ['a1', 3, 'void'],
      ['done-5', 1, 'point'],
    ]);
    expect(steps.find('a1')).toMatchObject({ startedAt: 2000, endedAt: 5000, result: { status: 'over' } });
  });

  it('count each event once, also if it arrives twice or late', () => {
    const steps = buildSteps(event(1, 'text', { text: 'a', turn: 1 }), event(2, 'text', { text: 'b', turn: 1 }));
    steps.addEvents([event(1, 'text', { text: 'a', turn: 1 }), event(3, 'text', { text: 'c', turn: 1 })]);
    expect(steps.find('turn-1-1')).toMatchObject({ text: 'abc' });
    expect(steps.version).toBe(2);
  });

  it('take the stored times of their events, and a turn starts at the previous event', () => {
    const steps = buildSteps(
      event(1, 'session_id'),
      event(2, 'text', { text: 'a', turn: 1 }, 9000),
      event(3, 'text', { text: 'b', turn: 1 }, 9500),
      event(4, 'tool_call', CALL, 9400),
      event(5, 'tool_result', { ...CALL, outcome: 'success' }, 12_000),
    );
    expect(steps.find('turn-1-1')).toMatchObject({ startedAt: 1000, endedAt: 9500 });
    // A later event cannot start earlier, whatever the clocks say.
    expect(steps.find('c1')).toMatchObject({ startedAt: 9500, endedAt: 12_000 });
    const { version } = steps;
    // The complete text of a turn is stored with the number of its end.
    steps.applyStoredTimes([
      event(1, 'session_id', {}, 1100),
      event(3, 'text', { text: 'ab', turn: 1 }, 3000),
      event(4, 'tool_call', CALL, 3001),
      event(5, 'tool_result', CALL, 4000),
    ]);
    expect(steps.find('turn-1-1')).toMatchObject({ startedAt: 1100, endedAt: 3000 });
    expect(steps.find('c1')).toMatchObject({ startedAt: 3001, endedAt: 4000 });
    expect(steps.version).toBe(version + 1);
  });

  it('keep the text of a restarted turn as void', () => {
    const steps = buildSteps(
      event(1, 'text', { text: 'wrong', turn: 1 }),
      event(2, 'turn_restarted', { turn: 1, attempt: 2 }),
      event(3, 'text', { text: 'right', turn: 1, attempt: 2 }),
    );
    expect(summarize(steps)).toEqual([
      ['turn-1-1', 1, 'void'],
      ['turn-1-2', 1, 'running'],
    ]);
  });

  it('restart a turn after its void text, also within one attempt, and show a stored text without a number once', () => {
    const streamed = buildSteps(
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
    const stored = buildSteps(
      event(2, 'turn_restarted', { turn: 1, attempt: 2 }),
      event(3, 'text', { text: 'right', turn: 1 }),
      event(4, 'done', { status: 'completed' }),
    );
    expect(stored.list.map(({ id, state, text }) => [id, state, text])).toEqual([
      ['turn-1-2', 'good', 'right'],
      ['done-4', 'point', ''],
    ]);
    expect([stored.isComplete, buildSteps(event(1, 'session_id')).isComplete]).toEqual([true, false]);
  });

  it('end the waits of a parked call with the call', () => {
    const steps = buildSteps(
      event(1, 'tool_call', CALL),
      event(2, 'call_parked', { ...CALL, kind: 'reconnect' }),
      event(3, 'tool_result', { ...CALL, outcome: 'error' }),
    );
    expect(summarize(steps)).toEqual([
      ['c1', 2, 'bad'],
      ['parked-2', 3, 'good'],
    ]);
  });

  it('fold long waits to keep the active time visible', () => {
    const day = 86_400_000;
    const steps = buildSteps(
      event(1, 'tool_call', CALL, 0),
      event(2, 'approval_required', REQUEST, 1000),
      event(3, 'approval_decided', { ...REQUEST, status: 'approved' }, 1000 + day),
      event(4, 'tool_result', { ...CALL, outcome: 'success' }, 2000 + day),
    );
    const now = 2000 + day;
    expect(findFolds(steps.list, now)).toEqual([{ from: 1000, to: 1000 + day }]);
    const { toPosition } = createTimeScale(steps.list, now);
    expect([toPosition(0), toPosition(now)]).toEqual([0, 1]);
    expect(toPosition(1000)).toBeGreaterThan(0.4);
    expect(toPosition(1000 + day) - toPosition(1000)).toBeLessThan(0.05);
    expect(splitTime(steps.list, now)).toEqual({ model: 0, tools: 2000, waiting: day });
    const zoomed = zoomScale(createTimeScale(steps.list, now), createWindow(1 / 2, 0));
    expect([zoomed.toPosition(0), zoomed.toPosition(now)]).toEqual([0, 2]);
  });

  /** Random numbers that are the same in each run. */
  function createRandom() {
    let seed = 1;
    return (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
  }

  const createStep = (kind: Step['kind'], startedAt: number, endedAt: number | undefined): Step => ({
    ...({ id: '', level: 1, state: 'good', name: '', text: '', turn: 1, payload: {}, result: undefined } as const),
    ...{ kind, startedAt, endedAt, startSeq: 0, endSeq: undefined },
  });

  it('share the time in which they overlap', () => {
    const random = createRandom();
    for (let round = 0; round < 100; round++) {
      const steps = Array.from({ length: random(12) }, () => {
        const startedAt = random(30);
        const kind = (['turn', 'call', 'wait', 'skill'] as const)[random(4)] ?? 'skill';
        return createStep(kind, startedAt, random(5) === 0 ? undefined : startedAt + random(9));
      });
      const now = 25 + random(20);
      const countMs = (isCounted: (kinds: readonly string[]) => boolean) =>
        Array.from({ length: 50 }, (_, ms) => steps.filter((s) => s.startedAt <= ms && ms < (s.endedAt ?? now))).filter(
          (open) => isCounted(open.map(({ kind }) => kind)),
        ).length;
      expect(splitTime(steps, now)).toEqual({
        model: countMs((kinds) => kinds.includes('turn')),
        tools: countMs((kinds) => kinds.includes('call') && !kinds.includes('wait')),
        waiting: countMs((kinds) => kinds.includes('wait')),
      });
    }
  });

  it('have a position that skips the folds before it', () => {
    const random = createRandom();
    for (let round = 0; round < 100; round++) {
      const waits = Array.from({ length: random(9) }, () => {
        const startedAt = random(200_000);
        return createStep('wait', startedAt, startedAt + random(60_000));
      });
      const now = 300_000;
      const steps = [createStep('turn', 0, 1), ...waits, createStep('call', now - 1, now)];
      const { folds, toPosition } = createTimeScale(steps, now);
      const toActiveMs = (at: number) =>
        at - folds.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0);
      const foldWidth = toPosition(folds[0]?.to ?? 0) - toPosition(folds[0]?.from ?? 0);
      const widthPerMs = (1 - foldWidth * folds.length) / toActiveMs(now);
      for (const at of [...folds.flatMap(({ from, to }) => [from, to]), random(now), random(now), now]) {
        const foldCount = folds.reduce((n, { from, to }) => n + Math.max(0, Math.min(1, (at - from) / (to - from))), 0);
        expect(toPosition(at)).toBeCloseTo(toActiveMs(at) * widthPerMs + foldCount * foldWidth, 9);
      }
    }
  });

  it('include turns without text, before the calls that they requested', () => {
    const steps = buildSteps(
      event(1, 'session_id'),
      event(2, 'tool_call', CALL),
      event(3, 'tool_result', { ...CALL, outcome: 'success' }),
      event(5, 'tool_call', { ...CALL, tool_call_id: 'c2' }),
    );
    const turn = (number: number, at: number) => ({
      turn: number,
      attempt: 1,
      created: new Date(at).toISOString(),
      model_ms: 500,
    });
    steps.addTurns([turn(1, 2000), turn(2, 4500)]);
    steps.addTurns([turn(1, 2000), turn(2, 4500)]);
    expect(summarize(steps).map(([id]) => id)).toEqual(['message', 'turn-1-1', 'c1', 'turn-2-1', 'c2']);
    expect(steps.find('turn-1-1')).toMatchObject({ startedAt: 1500, endedAt: 2000 });
    // A new run from the first turn gets its call and the result, but not the second turn.
    const [first, second] = [steps.find('turn-1-1'), steps.find('turn-2-1')];
    if (!first || !second) throw new Error('the turns are missing');
    expect([first, second].map((each) => isTurnComplete(steps.list, each))).toEqual([true, false]);
    const earlier = [{ message: 'Before', output: { n: 1 } }] as never;
    expect(toForkMessages(earlier, { message: 'Hi' }, getStepsUpToTurn(steps.list, first))).toEqual([
      { role: 'user', content: 'Before' },
      { role: 'assistant', content: '{"n":1}' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: CALL.tool_name, arguments: '{}' }] },
      { role: 'tool', name: CALL.tool_name, content: 'null', tool_call_id: 'c1' },
    ]);
  });
});

describe('the requests of the first page', () => {
  it('come in the order of what waiting costs', () => {
    const toRequest = (id: string, allowed: boolean, expires_at: string | null, created: string) => ({
      id,
      can_decide: { allowed, reason: null, detail: null },
      expires_at,
      created,
    });
    const requests = [
      toRequest('of others, soon over', false, '2026-01-02', '2026-01-01'),
      toRequest('newer', true, null, '2026-01-01T10'),
      toRequest('later over', true, '2026-01-04', '2026-01-01'),
      toRequest('older', true, null, '2026-01-01T09'),
      toRequest('sooner over', true, '2026-01-03', '2026-01-01T11'),
    ];
    const order = ['sooner over', 'later over', 'older', 'newer', 'of others, soon over'];
    expect(sortByUrgency(requests).map(({ id }) => id)).toEqual(order);
  });
});

describe('edited arguments', () => {
  it('are compared value by value, including removed ones', () => {
    const before = { amount: 1, to: { name: 'A', iban: 'x' }, tags: ['a'] };
    const after = { amount: 2, to: { name: 'A' }, tags: ['a', 'b'] };
    expect(diffArguments(before, after).map(({ path }) => path)).toEqual(['amount', 'to.iban', 'tags']);
    expect(diffArguments(before, structuredClone(before))).toEqual([]);
    expect(getJsonBytes({ text: 'ä' })).toBe(13);
  });

  it('have a form only if it shows all of them', () => {
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

  it('is not parsed if its nesting is hostile', () => {
    expect(isTooDeep(`${'> '.repeat(500)}deep`)).toBe(true);
    expect(isTooDeep(`${'['.repeat(300)}deep`)).toBe(true);
    expect(isTooDeep('> a quote\n- a list')).toBe(false);
  });
});

describe('the folder of a skill', () => {
  it('reads text files as text and others as bytes', async () => {
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

  it('survives a round trip', () => {
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
    expect(toFolderBody(folder)).toEqual({
      ...rest,
      assets: { 'c.png': { content: 'AAE=', media_type: 'image/png' } },
    });
  });

  it('reports duplicate paths and invalid JSON', async () => {
    const [one, other] = [await readFile(new File(['1'], 'a.md')), await readFile(new File(['2'], 'a.md'))];
    expect(findProblems({ ...EMPTY_FOLDER, files: [one, other], metadata: '{' })).toEqual({
      duplicatePaths: ['a.md'],
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
  ])('is parsed: %s', (markdown, said) => {
    expect(stripMarkdown(markdown)).toBe(said);
  });
});

describe('the manifest of the console', () => {
  const folder = new URL('../../console/public/', import.meta.url);

  it('names icons of the declared sizes, one of them maskable, and screens of the console', () => {
    const { icons, shortcuts, display } = JSON.parse(readFileSync(new URL('manifest.webmanifest', folder), 'utf8'));
    expect(display).toBe('standalone');
    for (const { src, sizes } of icons as { src: string; sizes: string }[]) {
      // The header of a PNG file has width and height at the 16th and 20th byte.
      const file = readFileSync(new URL(`.${src}`, folder));
      expect([src, `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`]).toEqual([src, sizes]);
    }
    expect(icons).toContainEqual(expect.objectContaining({ purpose: 'maskable' }));
    expect(shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/approvals', '/runs']);
  });
});
