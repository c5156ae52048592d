import { listPermissions, listScopes, PERSONAL_SCOPES } from '../../access/permissions.ts';

/** Scopes besides the permissions: who somebody is, and staying connected. */
export const IDENTITY_SCOPES = ['openid', ...PERSONAL_SCOPES, 'offline_access'] as const;

/** Every scope a client may ask for. */
export function listAllScopes(): string[] {
  return [...IDENTITY_SCOPES, ...listPermissions()];
}

/** The scopes in a space-separated list, each once. */
export function parseScopes(text: string): string[] {
  return [...new Set(text.split(' ').filter(Boolean))];
}

/** Those of the scopes that are permissions. */
export function filterPermissions(scopes: readonly string[]): string[] {
  const known = new Set(listPermissions());
  return scopes.filter((scope) => known.has(scope));
}

/** Those of the scopes that open something in the API. */
export function filterUsableScopes(scopes: readonly string[]): string[] {
  const known = new Set(listScopes());
  return scopes.filter((scope) => known.has(scope));
}

/** The permissions that a client was cut down to when it was made; null where it was not. */
export function getClientScopes(scopes: readonly string[] | null): string[] | null {
  const permissions = filterPermissions(scopes ?? []);
  return permissions.length > 0 ? permissions : null;
}
