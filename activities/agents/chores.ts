import { settledQuestions, takeBackQuestion } from '../../src/agents/approvals/confirm.ts';
import {
  type UnheardRequest,
  unheardDecisions,
  unheardExpiries,
  unheardResumes,
} from '../../src/agents/approvals/unheard.ts';
import { forgetOldChanges, lateWaits, takeUp } from '../../src/agents/calls/waits.ts';
import { DECIDED_SIGNAL } from '../../src/agents/contract.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { bestEffort } from '../../src/platform/best-effort.ts';
import { RESUMED_SIGNAL } from '../../src/runs/contract.ts';
import type { Chore, ChoreContext } from '../background/chore.ts';
import { wakeRun } from '../runs/look-after.ts';
import { tellDeciders } from './approval-mails.ts';

/** What runs of agents need besides what every run does: nothing that concerns one may stay unheard. */
export const agentChores: readonly Chore[] = [
  {
    name: 'repeat decisions',
    everyRounds: 1,
    work: async (ctx) => wakeAll(ctx, await unheardDecisions(ctx.db, ctx.wakeGraceSeconds)),
  },
  {
    name: 'repeat expiries',
    everyRounds: 1,
    work: async (ctx) => wakeAll(ctx, await unheardExpiries(ctx.db, ctx.wakeGraceSeconds)),
  },
  { name: 'repeat resumes', everyRounds: 1, work: repeatResumes },
  { name: 'repeat wake-ups', everyRounds: 1, work: repeatWakeUps },
  { name: 'forget what waits have seen', everyRounds: 240, work: ({ db }) => forgetOldChanges(db) },
  { name: 'take questions back', everyRounds: 1, work: takeBack },
  { name: 'tell of requests that wait', everyRounds: 2, work: tellDeciders },
];

/** Tells runs of what became of their requests. */
async function wakeAll(ctx: ChoreContext, requests: readonly UnheardRequest[]): Promise<void> {
  for (const request of requests) {
    const wake = () => wakeRun(ctx, agentRunKind, request, DECIDED_SIGNAL, request.request_id);
    await bestEffort(ctx.log, 'wake a run', wake, { run_id: request.id });
  }
}

async function repeatResumes(ctx: ChoreContext): Promise<void> {
  for (const run of await unheardResumes(ctx.db, ctx.wakeGraceSeconds))
    await bestEffort(ctx.log, 'wake a run', () => wakeRun(ctx, agentRunKind, run, RESUMED_SIGNAL), { run_id: run.id });
}

/** Goes on with calls and runs whose wait has ended, where whoever ended it did not come to tell them. */
async function repeatWakeUps(ctx: ChoreContext): Promise<void> {
  for (const wait of await lateWaits(ctx.db, ctx.wakeGraceSeconds)) {
    const wake = async () => {
      const { signal, args } = await takeUp(ctx.db, wait);
      await wakeRun(ctx, agentRunKind, wait, signal, ...args);
    };
    await bestEffort(ctx.log, 'wake a run', wake, { run_id: wait.id });
  }
}

async function takeBack(ctx: ChoreContext): Promise<void> {
  for (const question of await settledQuestions(ctx.db)) {
    const take = async () => {
      await takeBackQuestion(ctx.db, question);
      await wakeAll(ctx, [question]);
    };
    await bestEffort(ctx.log, 'take a question back', take, { run_id: question.id });
  }
}
