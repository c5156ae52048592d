import { AUTH_METHODS, type ClientSettings, type GRANT_TYPES } from '../../../src/identity/oauth/clients.ts';
import { allScopes, scopeList } from '../../../src/identity/oauth/scopes.ts';
import { identityProblems } from '../../../src/identity/problems.ts';
import { errors, refuseAll, type ValidationError } from '../../../src/platform/errors.ts';
import type { Problem } from '../../../src/platform/messages.ts';

/** What a request says about a client; what is left out stays as it was, or as is usual. */
interface Given {
  readonly name?: string | undefined;
  readonly profile?: string | null | undefined;
  readonly grant_types?: readonly (typeof GRANT_TYPES)[number][] | undefined;
  readonly redirect_uris?: readonly string[] | undefined;
  readonly scopes?: string | null | undefined;
  readonly pkce_required?: boolean | undefined;
  readonly token_endpoint_auth_method?: (typeof AUTH_METHODS)[number] | undefined;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A client's settings as they are to be. Throws a 422 that names each field and the rule it breaks. */
export function settingsOf(given: Given, before: ClientSettings | undefined): ClientSettings {
  const redirects = [...new Set(given.redirect_uris ?? before?.redirect_uris ?? [])];
  const usual = redirects.length > 0 ? ['authorization_code', 'refresh_token'] : ['client_credentials'];
  const settings = {
    name: given.name ?? before?.name ?? 'OAuth client',
    profile: given.profile === undefined ? (before?.profile ?? null) : given.profile,
    grant_types: [...new Set<string>(given.grant_types ?? before?.grant_types ?? usual)],
    redirect_uris: redirects,
    scopes: given.scopes === undefined ? (before?.scopes ?? null) : scopesIn(given.scopes),
    pkce_required: given.pkce_required ?? before?.pkce_required ?? true,
    token_endpoint_auth_method:
      given.token_endpoint_auth_method ?? before?.token_endpoint_auth_method ?? AUTH_METHODS[0],
  };
  refuseAll([
    ...(given.scopes == null ? [] : scopeProblems(given.scopes)),
    ...(given.redirect_uris ?? []).flatMap(redirectProblems),
    ...problemsTogether(settings),
    ...problemsOfChange(before, settings),
  ]);
  return settings;
}

function problemsOfChange(before: ClientSettings | undefined, after: ClientSettings): ValidationError[] {
  const isPublic = (settings: ClientSettings) => settings.token_endpoint_auth_method === 'none';
  if (!before || isPublic(before) === isPublic(after)) return [];
  return [errors.invalid('token_endpoint_auth_method', identityProblems.client_type_fixed)];
}

/** The scopes in the text; null, which lets the client ask for any, where there are none. */
function scopesIn(text: string | null): string[] | null {
  const scopes = text === null ? [] : scopeList(text);
  return scopes.length > 0 ? scopes : null;
}

function scopeProblems(text: string): ValidationError[] {
  const known = new Set(allScopes());
  const unknown = scopeList(text).filter((scope) => !known.has(scope));
  if (unknown.length === 0) return [];
  const shown = unknown.slice(0, 5).join(', ').slice(0, 200);
  return [errors.invalid('scopes', identityProblems.unknown_scopes({ unknown: shown }))];
}

function redirectProblems(text: string, index: number): ValidationError[] {
  const problem = findRedirectProblem(text);
  return problem === undefined ? [] : [errors.invalid(['redirect_uris', index], problem)];
}

/** The first rule that a redirect URI breaks; undefined for a good one. */
function findRedirectProblem(text: string): Problem | undefined {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return identityProblems.redirect_not_https;
  const url = new URL(text);
  if (text.includes('#')) return identityProblems.redirect_with_fragment;
  if (url.username !== '' || url.password !== '') return identityProblems.redirect_with_credentials;
  if (text.includes('*')) return identityProblems.redirect_with_wildcard;
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) return identityProblems.redirect_insecure;
  return undefined;
}

function problemsTogether(settings: ClientSettings): ValidationError[] {
  const found: ValidationError[] = [];
  const has = (grant: string) => settings.grant_types.includes(grant);
  const isPublic = settings.token_endpoint_auth_method === 'none';
  if (has('authorization_code') && settings.redirect_uris.length === 0)
    found.push(errors.invalid('redirect_uris', identityProblems.redirect_missing));
  if (!has('authorization_code') && settings.redirect_uris.length > 0)
    found.push(errors.invalid('redirect_uris', identityProblems.redirect_not_used));
  if (has('refresh_token') && !has('authorization_code'))
    found.push(errors.invalid('grant_types', identityProblems.refresh_without_code));
  if (isPublic && has('client_credentials'))
    found.push(errors.invalid('token_endpoint_auth_method', identityProblems.secret_required));
  if (isPublic && !settings.pkce_required) found.push(errors.invalid('pkce_required', identityProblems.pkce_required));
  return found;
}
