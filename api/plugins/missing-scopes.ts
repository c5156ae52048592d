import type { FastifyRequest } from 'fastify';
import { hasScope, listScopes, type Scope } from '../../src/access/permissions.ts';
import type { SubjectRef } from '../../src/platform/errors.ts';
import { listOperationScopes } from '../operation.ts';
import { getTargetOperation } from './access.ts';

/** Permission that an error names. */
interface PermissionError {
  readonly reason?: string;
  readonly details?: { readonly resource?: SubjectRef; readonly permission?: string };
}

/**
 * Scopes of which a rejected credential lacks one: those of the operation, else the scope of the permission in the
 * error. Empty if the credential is unrestricted or has one of them: a role is missing then.
 */
export function listMissingScopes(error: unknown, request: FastifyRequest): readonly string[] {
  const { reason, details } = error as PermissionError;
  const { caller } = request;
  const op = getTargetOperation(request);
  if (reason !== 'PERMISSION_CHECK_FAILED' || caller === undefined || op === undefined) return [];
  const { permission = '', resource } = details ?? {};
  const permissionName = permission.includes(':') ? permission : `${resource?.type}:${permission}`;
  const candidates = [
    listOperationScopes(op) ?? [],
    listScopes().filter((scope) => scope === permissionName),
  ] as readonly Scope[][];
  return candidates.find((scopes) => scopes.length > 0 && !hasScope(caller.grants, scopes)) ?? [];
}

/** WWW-Authenticate header of RFC 6750; empty if no scope is missing. */
export function toChallengeHeader(scopes: readonly string[]): Readonly<Record<string, string>> {
  if (scopes.length === 0) return {};
  return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` };
}
