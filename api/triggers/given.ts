import type { TriggerOwner } from '../../src/triggers/queries.ts';
import type { Caller } from '../plugins/access.ts';

/** Whose the trigger is that a caller makes. */
export function ownerOf(caller: Caller): TriggerOwner {
  const clientId = caller.kind === 'client_credentials' ? caller.credentialId : null;
  return { orgId: caller.orgId, projectId: caller.projectId, by: caller.subject, clientId };
}
