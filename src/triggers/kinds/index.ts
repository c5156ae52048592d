import type { TriggerKind } from './kind.ts';
import { schedule } from './schedule.ts';
import { webhook } from './webhook.ts';

/** All kinds of triggers, by type. */
const KINDS = { webhook, schedule } as const;

/** Type of a trigger, also the `trigger_type` of its runs. */
export type TriggerType = keyof typeof KINDS;

/** Types of triggers. */
export const TRIGGER_TYPES = Object.keys(KINDS) as TriggerType[];
/** All kinds of triggers. */
export const TRIGGER_KINDS: readonly TriggerKind<TriggerType>[] = Object.values(KINDS);

/** Returns the kind of a type. */
export const getTriggerKind = (type: TriggerType): TriggerKind<TriggerType> => KINDS[type];
