import type { DueRows } from '../platform/maintenance/due-rows.ts';
import { type FireContext, fireTrigger, rejectInvocation } from './fire.ts';
import { getTriggerKind } from './kinds/index.ts';
import { findFiringTrigger } from './queries.ts';

/** State of a due trigger. */
interface DueRow {
  readonly id: string;
  readonly next_run: Date;
  /** Current time, by the database's clock. */
  readonly now: Date;
}

/** Fires due triggers. The event and run of a time are stored together with the next time. */
export function createDueTriggers(ctx: FireContext): DueRows<DueRow> {
  return {
    table: 'trigger_states',
    id: 'trigger_id',
    at: 'next_run',
    async start(trx, { id, next_run, now }) {
      const trigger = await findFiringTrigger(trx, { id });
      const kind = trigger?.status === 'active' ? getTriggerKind(trigger.type) : undefined;
      if (!trigger || !kind?.start) return { next: null };
      return kind.start(trx, {
        trigger,
        due: next_run,
        now,
        fire: (input, due) => fireTrigger(ctx, trx, trigger, { input, due }),
        reject: (due, error) => rejectInvocation(trx, trigger, { due }, error),
      });
    },
  };
}
