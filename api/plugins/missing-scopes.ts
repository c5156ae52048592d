import type { FastifyRequest } from 'fastify';
import { hasScope, listScopes, type Scope } from '../../src/access/permissions.ts';
import type { SubjectRef } from '../../src/platform/errors.ts';
import { listOperationScopes } from '../operation.ts';

/** What a refusal says of the permission that was asked for. */
interface PermissionError {
  readonly reason?: string;
  readonly details?: { readonly resource?: SubjectRef; readonly permission?: string };
}

/**
 * Scopes that a credential lacks for what it was refused, any one of which would do: those of the operation, else that of the
 * permission that the refusal names. None where it was not cut down, or has one of them: then it is a role that is missing.
 */
export function listMissingScopes(error: unknown, request: FastifyRequest): readonly string[] {
  const { reason, details } = error as PermissionError;
  const { caller } = request;
  const op = request.routeOptions.config.operation;
  if (reason !== 'PERMISSION_CHECK_FAILED' || caller === undefined || op === undefined) return [];
  const { permission = '', resource } = details ?? {};
  const permissionName = permission.includes(':') ? permission : `${resource?.type}:${permission}`;
  const candidates = [
    listOperationScopes(op) ?? [],
    listScopes().filter((scope) => scope === permissionName),
  ] as readonly Scope[][];
  return candidates.find((scopes) => scopes.length > 0 && !hasScope(caller.grants, scopes)) ?? [];
}

/** The header that says it as RFC 6750 has it; none where no scope is missing. */
export function toChallengeHeader(scopes: readonly string[]): Readonly<Record<string, string>> {
  if (scopes.length === 0) return {};
  return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` };
}
