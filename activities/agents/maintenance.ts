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
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { RESUMED_SIGNAL } from '../../src/runs/contract.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';
import { wakeRun } from '../runs/look-after.ts';
import { tellDeciders } from './approval-mails.ts';

/** Maintenance jobs of agent runs. */
export const agentMaintenance: readonly MaintenanceJob[] = [
  {
    name: 'repeat decision signals',
    everyCycles: 1,
    run: async (ctx) => wakeAll(ctx, await unheardDecisions(ctx.db, ctx.wakeGraceSeconds)),
  },
  {
    name: 'repeat expiry signals',
    everyCycles: 1,
    run: async (ctx) => wakeAll(ctx, await unheardExpiries(ctx.db, ctx.wakeGraceSeconds)),
  },
  { name: 'repeat resume signals', everyCycles: 1, run: repeatResumes },
  { name: 'repeat wake-up signals', everyCycles: 1, run: repeatWakeUps },
  { name: 'delete old wait changes', everyCycles: 240, run: ({ db }) => forgetOldChanges(db) },
  { name: 'cancel answered approval requests', everyCycles: 1, run: takeBack },
  { name: 'mail pending approval requests', everyCycles: 2, run: tellDeciders },
];

/** Tells runs of what became of their requests. */
async function wakeAll(ctx: MaintenanceContext, requests: readonly UnheardRequest[]): Promise<void> {
  for (const request of requests) {
    const wake = () => wakeRun(ctx, agentRunKind, request, DECIDED_SIGNAL, request.request_id);
    await runBestEffort(ctx.log, 'wake a run', wake, { run_id: request.id });
  }
}

async function repeatResumes(ctx: MaintenanceContext): Promise<void> {
  for (const run of await unheardResumes(ctx.db, ctx.wakeGraceSeconds))
    await runBestEffort(ctx.log, 'wake a run', () => wakeRun(ctx, agentRunKind, run, RESUMED_SIGNAL), {
      run_id: run.id,
    });
}

/** Goes on with calls and runs whose wait has ended, where whoever ended it did not come to tell them. */
async function repeatWakeUps(ctx: MaintenanceContext): Promise<void> {
  for (const wait of await lateWaits(ctx.db, ctx.wakeGraceSeconds)) {
    const wake = async () => {
      const { signal, args } = await takeUp(ctx.db, wait);
      await wakeRun(ctx, agentRunKind, wait, signal, ...args);
    };
    await runBestEffort(ctx.log, 'wake a run', wake, { run_id: wait.id });
  }
}

async function takeBack(ctx: MaintenanceContext): Promise<void> {
  for (const question of await settledQuestions(ctx.db)) {
    const take = async () => {
      await takeBackQuestion(ctx.db, question);
      await wakeAll(ctx, [question]);
    };
    await runBestEffort(ctx.log, 'take a question back', take, { run_id: question.id });
  }
}
