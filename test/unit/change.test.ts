import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createChange } from '../../api/plugins/audit.ts';
import type { Db, Executor } from '../../src/platform/db/client.ts';

/** A database that records the inserts of its transactions. */
const db = { transaction: () => ({ execute: (work: (trx: Executor) => unknown) => work({} as Executor) }) } as Db;
const request = {} as FastifyRequest;
const nothing = async () => ({ result: 7, audited: 'unchanged' as const });

it('an operation that declares an event responds only after its change, or after declaring that there is none', async () => {
  const forgetful = createChange(
    { db },
    {
      id: 'a',
      audit: { event: 'a.changed' },
    },
    request,
  );
  expect(forgetful.check).toThrow('made no change');
  const made = createChange(
    { db },
    {
      id: 'a',
      audit: { event: 'a.changed' },
    },
    request,
  );
  expect(await made.change(nothing)).toBe(7);
  expect(made.check).not.toThrow();
  const repeated = createChange(
    { db },
    {
      id: 'a',
      audit: { event: 'a.changed' },
    },
    request,
  );
  repeated.change.none();
  expect(repeated.check).not.toThrow();
});

it('an operation makes one change', async () => {
  const { change } = createChange(
    { db },
    {
      id: 'a',
      audit: { event: 'a.changed' },
    },
    request,
  );
  await change(nothing);
  await expect(change(nothing)).rejects.toThrow('records two changes');
});

it('an operation that declares no event makes no change', async () => {
  const { change, check } = createChange(
    { db },
    {
      id: 'a',
      audit: { event: null },
    },
    request,
  );
  await expect(change(nothing)).rejects.toThrow('declares no audit event');
  expect(check).not.toThrow();
});

it('a failed change is not published', async () => {
  const { change, check } = createChange(
    { db },
    {
      id: 'a',
      audit: { event: 'a.changed' },
    },
    request,
  );
  await expect(change(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(check).toThrow('made no change');
});
