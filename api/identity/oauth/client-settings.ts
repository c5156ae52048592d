import { AUTH_METHODS, type ClientSettings, type GRANT_TYPES } from '../../../src/identity/oauth/clients.ts';
import { findRedirectProblems } from '../../../src/identity/oauth/redirects.ts';
import { listAllScopes, parseScopes } from '../../../src/identity/oauth/scopes.ts';
import { identityProblems } from '../../../src/identity/problems.ts';
import { errors, throwProblems, type ValidationError } from '../../../src/platform/errors.ts';

/** Client fields of a request. Absent fields keep their value or get the default. */
interface ClientInput {
  readonly name?: string | undefined;
  readonly profile?: string | null | undefined;
  readonly grant_types?: readonly (typeof GRANT_TYPES)[number][] | undefined;
  readonly redirect_uris?: readonly string[] | undefined;
  readonly scopes?: string | null | undefined;
  readonly pkce_required?: boolean | undefined;
  readonly token_endpoint_auth_method?: (typeof AUTH_METHODS)[number] | undefined;
}

/** Resulting settings of a client. Throws a 422 that names each invalid field and its rule. */
export function toClientSettings(input: ClientInput, current: ClientSettings | undefined): ClientSettings {
  const redirectUris = [...new Set(input.redirect_uris ?? current?.redirect_uris ?? [])];
  const defaultGrants = redirectUris.length > 0 ? ['authorization_code', 'refresh_token'] : ['client_credentials'];
  const settings = {
    name: input.name ?? current?.name ?? 'OAuth client',
    profile: input.profile === undefined ? (current?.profile ?? null) : input.profile,
    grant_types: [...new Set<string>(input.grant_types ?? current?.grant_types ?? defaultGrants)],
    redirect_uris: redirectUris,
    scopes: input.scopes === undefined ? (current?.scopes ?? null) : parseScopeField(input.scopes),
    pkce_required: input.pkce_required ?? current?.pkce_required ?? true,
    token_endpoint_auth_method:
      input.token_endpoint_auth_method ?? current?.token_endpoint_auth_method ?? AUTH_METHODS[0],
  };
  throwProblems([
    ...(input.scopes == null ? [] : findScopeProblems(input.scopes)),
    ...findRedirectProblems(input.redirect_uris ?? [], settings.token_endpoint_auth_method === 'none').map(
      ({ index, problem }) => errors.invalid(['redirect_uris', index], problem),
    ),
    ...findCombinationProblems(settings),
    ...findChangeProblems(current, settings),
  ]);
  return settings;
}

function findChangeProblems(current: ClientSettings | undefined, after: ClientSettings): ValidationError[] {
  const isPublic = (settings: ClientSettings) => settings.token_endpoint_auth_method === 'none';
  if (!current || isPublic(current) === isPublic(after)) return [];
  return [errors.invalid('token_endpoint_auth_method', identityProblems.client_type_fixed)];
}

/** Parses the scopes; null means that the client may request any. */
function parseScopeField(text: string | null): string[] | null {
  const scopes = text === null ? [] : parseScopes(text);
  return scopes.length > 0 ? scopes : null;
}

function findScopeProblems(text: string): ValidationError[] {
  const known = new Set(listAllScopes());
  const unknown = parseScopes(text).filter((scope) => !known.has(scope));
  if (unknown.length === 0) return [];
  const shown = unknown.slice(0, 5).join(', ').slice(0, 200);
  return [errors.invalid('scopes', identityProblems.unknown_scopes({ unknown: shown }))];
}

function findCombinationProblems(settings: ClientSettings): ValidationError[] {
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
