import type { TriggerType } from '../contract.ts';
import type { TriggerKind } from './kind.ts';
import { scheduleKind } from './schedule.ts';
import { webhookKind } from './webhook.ts';

/** All kinds of triggers. */
export const TRIGGER_KINDS: Readonly<Record<TriggerType, TriggerKind>> = {
  webhook: webhookKind,
  schedule: scheduleKind,
};
