import { cancelObsoleteRequest, listObsoleteRequests } from '../../src/agents/approvals/confirm.ts';
import {
  listUnacknowledgedDecisions,
  listUnacknowledgedExpiries,
  listUnacknowledgedResumes,
  type UnacknowledgedRequest,
} from '../../src/agents/approvals/unacknowledged.ts';
import { listOverdueWaits, resumeWait } from '../../src/agents/calls/waits.ts';
import { DECIDED_SIGNAL } from '../../src/agents/contract.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { deleteOldChanges } from '../../src/connections/waits.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { RESUMED_SIGNAL } from '../../src/runs/contract.ts';
import { signalRun } from '../../src/runs/start.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';

/** Maintenance jobs of agent runs. */
export const agentMaintenance: readonly MaintenanceJob[] = [
  {
    name: 'repeat decision signals',
    everyCycles: 1,
    run: async (ctx) => wakeAll(ctx, await listUnacknowledgedDecisions(ctx.db, ctx.wakeGraceSeconds)),
  },
  {
    name: 'repeat expiry signals',
    everyCycles: 1,
    run: async (ctx) => wakeAll(ctx, await listUnacknowledgedExpiries(ctx.db, ctx.wakeGraceSeconds)),
  },
  { name: 'repeat resume signals', everyCycles: 1, run: repeatResumes },
  { name: 'repeat wake-up signals', everyCycles: 1, run: repeatWakeUps },
  { name: 'delete old wait changes', everyCycles: 240, run: ({ db }) => deleteOldChanges(db) },
  { name: 'cancel answered approval requests', everyCycles: 1, run: cancelObsoleteRequests },
];

/** Wakes the runs of decided requests. */
async function wakeAll(ctx: MaintenanceContext, requests: readonly UnacknowledgedRequest[]): Promise<void> {
  for (const request of requests) {
    const wake = () => signalRun(ctx, agentRunKind, request, DECIDED_SIGNAL, request.request_id);
    await runBestEffort(ctx.log, 'wake a run', wake, { run_id: request.id });
  }
}

async function repeatResumes(ctx: MaintenanceContext): Promise<void> {
  for (const run of await listUnacknowledgedResumes(ctx.db, ctx.wakeGraceSeconds))
    await runBestEffort(ctx.log, 'wake a run', () => signalRun(ctx, agentRunKind, run, RESUMED_SIGNAL), {
      run_id: run.id,
    });
}

/** Signals calls and runs whose wait has ended but whose signal was lost. */
async function repeatWakeUps(ctx: MaintenanceContext): Promise<void> {
  for (const wait of await listOverdueWaits(ctx.db, ctx.wakeGraceSeconds)) {
    const wake = async () => {
      const { signal, args } = await resumeWait(ctx.db, wait);
      await signalRun(ctx, agentRunKind, wait, signal, ...args);
    };
    await runBestEffort(ctx.log, 'wake a run', wake, { run_id: wait.id });
  }
}

async function cancelObsoleteRequests(ctx: MaintenanceContext): Promise<void> {
  for (const question of await listObsoleteRequests(ctx.db)) {
    const cancel = async () => {
      await cancelObsoleteRequest(ctx.db, question);
      await wakeAll(ctx, [question]);
    };
    await runBestEffort(ctx.log, 'cancel an obsolete approval request', cancel, { run_id: question.id });
  }
}
