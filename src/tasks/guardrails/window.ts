/** Where a text that still grows may be cut, so that what a guardrail looks for stands whole on one side. Pure. */

/** Longest place with blanks in it that guardrails look for, such as an account in groups of four. */
const SPACED = 100;
/** Longest place without blanks, such as a token. */
const UNBROKEN = 6000;
/** Longest private key, which has lines. */
const KEY = 12_000;

/**
 * How many characters of what is held can be looked at for good; 0 where more has to come. Lines end what is looked for, and
 * so do blanks and signs that are words by themselves once enough has followed them.
 */
export function safeCut(held: string): number {
  const key = openKey(held);
  const cut = Math.max(held.lastIndexOf('\n') + 1, afterBlank(held), held.length - UNBROKEN, 0);
  return key === undefined ? cut : Math.min(cut, key);
}

/** The end of the last blank, or Chinese, Japanese or Korean sign, that enough stands behind. */
function afterBlank(held: string): number {
  for (let at = held.length - SPACED; at > 0; at--)
    if (/[\s\u3000-\u303F\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]/.test(held.charAt(at - 1))) return at;
  return 0;
}

/** Where a private key begins whose end has not come yet. */
function openKey(held: string): number | undefined {
  const at = held.lastIndexOf('-----BEGIN ');
  if (at < 0 || held.length - at > KEY || held.indexOf('-----END ', at) >= 0) return undefined;
  return at;
}
