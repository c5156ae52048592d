/** Syntax of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;
const MAX_SCOPES = 50;

/** Merges two space-separated lists of scopes. Drops duplicates and invalid scopes. Returns null if none is left. */
export function joinScopes(known: string | null, requested: string | undefined): string | null {
  const scopes = new Set(
    [known ?? '', requested ?? ''].flatMap((list) => list.split(' ')).filter((one) => SCOPE.test(one)),
  );
  return scopes.size === 0 ? null : [...scopes].slice(0, MAX_SCOPES).join(' ');
}
