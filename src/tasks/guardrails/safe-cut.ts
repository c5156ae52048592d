/** Where a text that still grows may be cut, so that what a guardrail looks for stands whole on one side. Pure. */

/** Longest place with blanks in it that guardrails look for, such as an account in groups of four. */
const MAX_SPACED_LENGTH = 100;
/** Longest place without blanks, such as a token. */
const MAX_UNBROKEN_LENGTH = 6000;
/** Longest private key, which has lines. */
const MAX_KEY_LENGTH = 12_000;

/**
 * How many characters of what is held can be looked at for good; 0 where more has to come. Lines end what is looked for, and
 * so do blanks and signs that are words by themselves once enough has followed them.
 */
export function findSafeCut(pending: string): number {
  const keyStart = findOpenKey(pending);
  const cut = Math.max(pending.lastIndexOf('\n') + 1, findLastBreak(pending), pending.length - MAX_UNBROKEN_LENGTH, 0);
  return keyStart === undefined ? cut : Math.min(cut, keyStart);
}

/** The end of the last blank, or Chinese, Japanese or Korean sign, that enough stands behind. */
function findLastBreak(pending: string): number {
  for (let at = pending.length - MAX_SPACED_LENGTH; at > 0; at--)
    if (/[\s\u3000-\u303F\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]/.test(pending.charAt(at - 1))) return at;
  return 0;
}

/** Where a private key begins whose end has not come yet. */
function findOpenKey(pending: string): number | undefined {
  const at = pending.lastIndexOf('-----BEGIN ');
  if (at < 0 || pending.length - at > MAX_KEY_LENGTH || pending.indexOf('-----END ', at) >= 0) return undefined;
  return at;
}
