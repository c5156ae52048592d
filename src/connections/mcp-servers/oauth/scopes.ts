/** A scope as OAuth writes it (RFC 6749, 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;
const MAX_SCOPES = 50;

/** Two lists of scopes, apart by spaces, as one without repeats; what a server sends that is no scope is passed over. Null where nothing is left. */
export function joinScopes(known: string | null, requested: string | undefined): string | null {
  const scopes = new Set(
    [known ?? '', requested ?? ''].flatMap((list) => list.split(' ')).filter((one) => SCOPE.test(one)),
  );
  return scopes.size === 0 ? null : [...scopes].slice(0, MAX_SCOPES).join(' ');
}
