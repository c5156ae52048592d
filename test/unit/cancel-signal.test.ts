import { pino } from 'pino';
import { expect, it } from 'vitest';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import type { RunStarter } from '../../src/platform/temporal/starter.ts';
import { cancelWorkflow } from '../../src/runs/stop.ts';
import { createFakeDatabase } from '../support/fake-database.ts';

const ID = '0199a1b2-0000-7000-8000-000000000001';

/** Returns the calls of Temporal for a cancel while the workflow exists from a certain moment. */
async function recordCancel({
  there,
  open = true,
}: {
  readonly there: 'before' | 'meanwhile' | 'never';
  readonly open?: boolean;
}) {
  const calls: string[] = [];
  let isThere = there === 'before';
  const temporal = {
    cancel: async () => {
      calls.push(isThere ? 'cancelled' : 'nobody to cancel');
      const was = isThere;
      isThere ||= there === 'meanwhile';
      return was;
    },
    start: async () => {
      calls.push(isThere ? 'is there already' : 'started');
      isThere = true;
    },
  } as unknown as RunStarter;
  const row = { id: ID, org_id: 'org', restarts: 0, turns: 1, stopping: true, abandoned: false, moving: false };
  const db = createFakeDatabase(({ sql }) => (open && sql.includes('as stopping') ? [row] : []));
  await cancelWorkflow({ db, temporal, log: pino({ level: 'silent' }) }, { id: ID, restarts: 0, kind: agentRunKind });
  return calls;
}

it('a cancel reaches the workflow, even if this or another process starts it at that moment', async () => {
  expect(await recordCancel({ there: 'before' })).toEqual(['cancelled']);
  expect(await recordCancel({ there: 'never' })).toEqual(['nobody to cancel', 'started', 'cancelled']);
  expect(await recordCancel({ there: 'meanwhile' })).toEqual(['nobody to cancel', 'is there already', 'cancelled']);
  expect(await recordCancel({ there: 'never', open: false })).toEqual(['nobody to cancel']);
});
