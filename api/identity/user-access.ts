import { exceedsScopes } from '../../src/access/delegation.ts';
import { accessErrors } from '../../src/access/errors.ts';
import { hasScope } from '../../src/access/permissions.ts';
import { identityProblems } from '../../src/identity/problems.ts';
import { errors } from '../../src/platform/errors.ts';
import type { Caller } from '../caller.ts';

/** The user who asks. A project, as which a client-credentials token acts, has no profile, keys or sessions: 403. */
export function getUserId(caller: Caller, permission: string): string {
  if (caller.subject.type === 'user') return caller.subject.id;
  throw accessErrors.permissionCheckFailed(caller.subject, { type: 'user', id: caller.subject.id }, permission);
}

/** Whether the credential may know its user's address. */
export function canReadAddress(caller: Caller): boolean {
  return hasScope(caller.grants, ['email']);
}

/** Refuses scopes beyond those of the credential that asks. `given` is null where the new credential is not to be cut down. */
export function assertScopesCovered(caller: Caller, given: readonly string[] | null, field = 'scopes'): void {
  if (exceedsScopes(caller.grants, given)) throw errors.invalid(field, identityProblems.scopes_beyond_credential);
}
