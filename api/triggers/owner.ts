import type { TriggerOwner } from '../../src/triggers/queries.ts';
import type { Caller } from '../caller.ts';

/** Whose the trigger is that a caller makes. */
export function toTriggerOwner(caller: Caller): TriggerOwner {
  const { orgId, projectId, subject, clientId } = caller;
  return { orgId, projectId, by: subject, clientId };
}
