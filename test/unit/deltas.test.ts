import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeltaWriter, SupersededError } from '../../activities/agents/turns/deltas.ts';
import type { Database } from '../../src/platform/db/schema.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database whose writes have these outcomes in order: written, lost, or superseded. */
function createDatabase(outcomes: ('written' | 'lost' | 'superseded')[]) {
  const statements: CompiledQuery[] = [];
  const connection: DatabaseConnection = {
    async executeQuery(query) {
      statements.push(query);
      const outcome = outcomes.shift() ?? 'written';
      if (outcome === 'lost') throw new Error('Connection terminated unexpectedly');
      return { rows: outcome === 'written' ? [{ id: 'run' }] : [] } as never;
    },
    streamQuery: () => {
      throw new Error('not here');
    },
  };
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, statements };
}

/** Streams chunks from a model, each written separately, and ends the turn. */
async function streamChunks(pieces: readonly string[], outcomes: Parameters<typeof createDatabase>[0]) {
  const { db, statements } = createDatabase(outcomes);
  const stops: Error[] = [];
  const writer = new DeltaWriter(db, { id: 'run', attempt: 2 }, 3, (reason) => stops.push(reason));
  for (const piece of pieces) {
    writer.add(piece);
    await vi.advanceTimersByTimeAsync(50);
  }
  return { rest: await writer.finish(), writes: statements.length, stops };
}

const text = (words: string) => ({ kind: 'text', turn: 3, payload: { text: words, turn: 3, attempt: 2 } });

it('text whose chunks are all stored leaves nothing for the turn', async () => {
  expect(await streamChunks(['one ', 'two'], [])).toEqual({ rest: [], writes: 2, stops: [] });
});

it('text with an unstored chunk is voided and stored completely with its turn, while the model continues', async () => {
  const restarted = { kind: 'turn_restarted', turn: 3, payload: { turn: 3, attempt: 2 } };
  const { rest, writes, stops } = await streamChunks(['one ', 'two ', 'three'], ['written', 'lost']);
  expect(rest).toEqual([restarted, text('one two three')]);
  // Nothing is written after the gap.
  expect(writes).toBe(2);
  expect(stops).toEqual([]);
});

it('a superseded attempt stops its model', async () => {
  const { stops } = await streamChunks(['one ', 'two'], ['superseded']);
  expect(stops).toEqual([expect.any(SupersededError)]);
});
