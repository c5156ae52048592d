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

const IDENTITY_WORDS: Readonly<Record<(typeof IDENTITY_SCOPES)[number], string>> = {
  openid: 'know which user you are',
  profile: 'see your profile: name, picture, job and what you say about yourself',
  email: 'see your e-mail address',
  offline_access: 'stay connected while you are away',
};

/** A scope in words, for the page that asks for consent. */
export function describeScope(scope: string): string {
  const known = Object.entries(IDENTITY_WORDS).find(([name]) => name === scope);
  if (known) return known[1];
  const [resource = '', name = ''] = scope.split(':').map((part) => part.replaceAll('_', ' '));
  return resource === 'system' ? `on the whole installation: ${name}` : `${article(resource)}: ${name}`;
}

function article(resource: string): string {
  return `in every ${resource} you can reach`;
}
