import { errors } from 'oidc-provider';
import { listAllScopes, parseScopes } from './scopes.ts';

/** OAuth request before the server drops unknown scopes. */
interface RawRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly oidc: { readonly body?: Readonly<Record<string, unknown>> | undefined };
}

/** Throws `invalid_scope` on an unknown scope. Dropping a misspelt one could leave a token with broader access. */
export function assertKnownScopes(request: RawRequest): void {
  const scope = request.oidc.body?.scope ?? request.query.scope;
  const known = new Set(listAllScopes());
  const unknown = typeof scope === 'string' ? parseScopes(scope).filter((name) => !known.has(name)) : [];
  if (unknown.length > 0) throw new errors.InvalidScope('unknown scope', unknown.join(' '));
}
