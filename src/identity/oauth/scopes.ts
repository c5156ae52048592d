import { allPermissions, apiScopes, PERSONAL_SCOPES } from '../../access/permissions.ts';
import type { PageWords } from '../page-words/look.ts';

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

/** A scope in words, for the page that asks for consent. */
export function describeScope({ scopes, within, rights }: PageWords, scope: string): string {
  const identity = known(scopes, scope);
  if (identity !== undefined) return identity;
  const [resource = '', name = ''] = scope.split(':');
  return `${known(within, resource) ?? resource}: ${known(rights, name) ?? name.replaceAll('_', ' ')}`;
}

const known = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
