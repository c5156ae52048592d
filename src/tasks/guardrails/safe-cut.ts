/** Determines where a growing text can be cut without splitting a possible finding. Pure. */

/** Maximum length in characters of a finding with blanks, such as an account number in groups. */
const MAX_SPACED_LENGTH = 100;
/** Maximum length in characters of a finding without blanks, such as a token. */
const MAX_UNBROKEN_LENGTH = 6000;
/** Maximum length in characters of a private key, which has several lines. */
const MAX_KEY_LENGTH = 12_000;

/**
 * Returns the number of pending characters that can be scanned now. 0 if more text is required. A finding ends at a
 * line end. It also ends at a blank or an ideograph that enough text follows.
 */
export function findSafeCut(pending: string): number {
  const keyStart = findOpenKey(pending);
  const cut = Math.max(pending.lastIndexOf('\n') + 1, findLastBreak(pending), pending.length - MAX_UNBROKEN_LENGTH, 0);
  return keyStart === undefined ? cut : Math.min(cut, keyStart);
}

/** Returns the end of the last blank or ideograph that enough text follows. */
function findLastBreak(pending: string): number {
  for (let at = pending.length - MAX_SPACED_LENGTH; at > 0; at--)
    if (/[\s\u3000-\u303F\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]/.test(pending.charAt(at - 1))) return at;
  return 0;
}

/** Returns the start of a private key without an end. */
function findOpenKey(pending: string): number | undefined {
  const at = pending.lastIndexOf('-----BEGIN ');
  if (at < 0 || pending.length - at > MAX_KEY_LENGTH || pending.indexOf('-----END ', at) >= 0) return undefined;
  return at;
}
