import { exceedsScopes } from '../../src/access/delegation.ts';
import { accessErrors } from '../../src/access/errors.ts';
import { hasScope } from '../../src/access/permissions.ts';
import { identityProblems } from '../../src/identity/problems.ts';
import { errors } from '../../src/platform/errors.ts';
import type { Caller } from '../caller.ts';

/** Id of the calling user. Throws a 403 for a project, which has no profile, keys or sessions. */
export function getUserId(caller: Caller, permission: string): string {
  if (caller.subject.type === 'user') return caller.subject.id;
  throw accessErrors.permissionCheckFailed(caller.subject, { type: 'user', id: caller.subject.id }, permission);
}

/** Whether the credential may read its user's address. */
export function canReadAddress(caller: Caller): boolean {
  return hasScope(caller.grants, ['email']);
}

/** Throws a 403 if the scopes exceed the caller's own. Null requests an unrestricted credential. */
export function assertScopesCovered(caller: Caller, requested: readonly string[] | null, field = 'scopes'): void {
  if (exceedsScopes(caller.grants, requested)) throw errors.invalid(field, identityProblems.scopes_beyond_credential);
}
