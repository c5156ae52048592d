import type { TriggerOwner } from '../../src/triggers/queries.ts';
import type { Caller } from '../caller.ts';

/** Returns the owner of a trigger that a caller creates. */
export function toTriggerOwner(caller: Caller): TriggerOwner {
  const { orgId, projectId, subject, clientId } = caller;
  return { orgId, projectId, by: subject, clientId };
}
