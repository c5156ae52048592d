import { listPermissions, listScopes, PERSONAL_SCOPES } from '../../access/permissions.ts';

/** OpenID scopes: identity, and staying connected. */
const IDENTITY_SCOPES = ['openid', ...PERSONAL_SCOPES, 'offline_access'] as const;

/** Every scope that a client may request. */
export function listAllScopes(): string[] {
  return [...IDENTITY_SCOPES, ...listPermissions()];
}

/** Parses a space-separated list of scopes without duplicates. */
export function parseScopes(text: string): string[] {
  return [...new Set(text.split(' ').filter(Boolean))];
}

/** Returns the scopes that the API checks. */
export function filterUsableScopes(scopes: readonly string[]): string[] {
  const known = new Set(listScopes());
  return scopes.filter((scope) => known.has(scope));
}
