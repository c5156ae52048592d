/** Maximum lengths of an address and of its local part. Mail servers accept no more. */
export const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

const LOCAL_PART = /^[\w'+-]+(\.[\w'+-]+)*(?<!')$/;
const DNS_LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;
const TOP_LEVEL_DOMAIN = /^[a-z]{2,63}$/i;

/**
 * Returns whether a text is an email address for accounts, invites and contacts. The rule is slightly stricter than the
 * mail standards, as in the authentication library.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  const topLevelDomain = labels.pop() ?? '';
  const isLocalPart = at > 0 && local.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(local);
  return (
    isLocalPart &&
    TOP_LEVEL_DOMAIN.test(topLevelDomain) &&
    labels.length > 0 &&
    labels.every((label) => DNS_LABEL.test(label))
  );
}

/** Normalizes an email address for storage, lookup and comparison. */
export function normalizeAddress(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** Returns the mailbox of an address without its plus tag. */
export function toMailbox(email: string): string {
  return normalizeAddress(email).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
