import { errors } from 'oidc-provider';
import { listAllScopes, parseScopes } from './scopes.ts';

/** What a request to the OAuth server carries, before the server drops the scopes it does not know. */
interface RawRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly oidc: { readonly body?: Readonly<Record<string, unknown>> | undefined };
}

/** A misspelt scope must not leave a token with more than was meant. Throws `invalid_scope`. */
export function assertKnownScopes(request: RawRequest): void {
  const scope = request.oidc.body?.scope ?? request.query.scope;
  const known = new Set(listAllScopes());
  const unknown = typeof scope === 'string' ? parseScopes(scope).filter((name) => !known.has(name)) : [];
  if (unknown.length > 0) throw new errors.InvalidScope('the scope is not one of this service', unknown.join(' '));
}
