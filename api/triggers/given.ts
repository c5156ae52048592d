import { errors } from '../../src/platform/errors.ts';
import type { TriggerOwner } from '../../src/triggers/queries.ts';
import type { Caller } from '../plugins/access.ts';

/** Whose the trigger is that a caller makes. */
export function ownerOf(caller: Caller): TriggerOwner {
  const clientId = caller.kind === 'client_credentials' ? caller.credentialId : null;
  return { orgId: caller.orgId, projectId: caller.projectId, by: caller.subject, clientId };
}

/** Throws a 422 where an edit would change what never changes. */
export function checkFixed(before: object, body: object, fields: readonly string[]): void {
  for (const field of fields) {
    const given: unknown = Reflect.get(body, field);
    if (given !== undefined && given !== Reflect.get(before, field))
      throw errors.invalid(field, 'can not be changed; make another trigger');
  }
}
