import { sql } from 'kysely';
import { isWaitingForLater } from '../runs/awaiting.ts';
import { RESUMED_SIGNAL } from '../runs/contract.ts';
import type { FeedbackKind } from '../runs/feedback/kinds.ts';
import type { RunKind } from '../runs/kind.ts';
import { markStopping } from '../runs/stop.ts';
import type { TaskRunInput } from './contract.ts';
import { textState } from './run-text.ts';

/** Runs of tasks. Those that answer an agent's call are its workflow's children. */
export const taskRunKind: RunKind = {
  name: 'task_run',
  resource: 'task_run',
  workflow: 'taskRun',
  table: 'task_runs',
  parent: { type: 'task', table: 'tasks', column: 'task_id', visibility: 'task_run_visibility' },
  waitsForProviders: true,
  async retryNow(trx, ids) {
    const { rows } = await sql<{ provider: string }>`
      update task_runs set awaited_outages = '{}' where id = any(${[...ids]}::uuid[]) and ${isWaitingForLater(sql`waiting_for`)}
      returning waiting_for ->> 'provider' as provider`.execute(trx);
    return [...new Set(rows.map(({ provider }) => provider))];
  },
  states: ['queued', 'running', 'waiting_for_human', 'cancelling'],
  parked: ['waiting_for_human'],
  subjects: [],
  state: sql<string>`r.status || ${textState}`,
  isIndependent: sql<boolean>`r.tool_call_id is null`,
  isMoving: sql<boolean>`r.status = 'running'`,
  turns: sql<number>`0`,
  input: ({ id }): TaskRunInput => ({ taskRunId: id }),
  beginStop: (trx, ids) => markStopping(trx, 'task_runs', ids),
  wakeups: async () => [{ signal: RESUMED_SIGNAL, args: [] }],
};

/** Feedback on runs of tasks. */
export const taskFeedback: FeedbackKind = {
  run: taskRunKind,
  column: 'task_run_id',
  revision: 'task_revision_id',
  fields: { run: 'task_run_id', parent: 'task_id', revision: 'task_revision_id' },
};
