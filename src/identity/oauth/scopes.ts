import { allPermissions, apiScopes, PERSONAL_SCOPES } from '../../access/permissions.ts';

/** Scopes besides the permissions: who somebody is, and staying connected. */
export const IDENTITY_SCOPES = ['openid', ...PERSONAL_SCOPES, 'offline_access'] as const;

/** Every scope a client may ask for. */
export function allScopes(): string[] {
  return [...IDENTITY_SCOPES, ...allPermissions()];
}

/** The scopes in a space-separated list, each once. */
export function scopeList(text: string): string[] {
  return [...new Set(text.split(' ').filter(Boolean))];
}

/** Those of the scopes that are permissions. */
export function permissionsAmong(scopes: readonly string[]): string[] {
  const known = new Set(allPermissions());
  return scopes.filter((scope) => known.has(scope));
}

/** Those of the scopes that open something in the API. */
export function openingAmong(scopes: readonly string[]): string[] {
  const known = new Set(apiScopes());
  return scopes.filter((scope) => known.has(scope));
}

/** The permissions that a client was cut down to when it was made; null where it was not. */
export function clientCut(scopes: readonly string[] | null): string[] | null {
  const permissions = permissionsAmong(scopes ?? []);
  return permissions.length > 0 ? permissions : null;
}
