import type { Trigger } from '../queries.ts';
import type { TriggerKind } from './kind.ts';
import { schedule } from './schedule.tsx';
import { webhook } from './webhook.tsx';

/** All kinds of triggers, in the order of their buttons. */
export const TRIGGER_KINDS: Readonly<Record<Trigger['type'], TriggerKind>> = { schedule, webhook };
export const TRIGGER_TYPES = Object.keys(TRIGGER_KINDS) as Trigger['type'][];
