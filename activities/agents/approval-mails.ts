import {
  returnMailTo,
  takeMailTo,
  untoldDeciders,
  type Waiting,
  waitingLetter,
} from '../../src/agents/approvals/mails.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { ActivityContext } from '../context.ts';

/** Mails people that requests wait for them. What can't be sent now is left to a later round. */
export async function tellDeciders(ctx: ActivityContext): Promise<void> {
  for (const waiting of await untoldDeciders(ctx.db))
    await runBestEffort(ctx.log, 'tell of requests that wait', () => tell(ctx, waiting), { user_id: waiting.user_id });
}

async function tell(ctx: ActivityContext, waiting: Waiting): Promise<void> {
  if (!(await takeMailTo(ctx.db, waiting))) return;
  try {
    await ctx.mailer.send(waiting.email, waitingLetter(waiting, ctx.config.publicUrl));
  } catch (error) {
    await returnMailTo(ctx.db, waiting);
    throw error;
  }
}
