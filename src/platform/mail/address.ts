/** Most characters of an address, and of what stands before its `@`: a mail server takes no more. */
export const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

const LOCAL_PART = /^[\w'+-]+(\.[\w'+-]+)*(?<!')$/;
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;
const TOP_LEVEL_DOMAIN = /^[a-z]{2,63}$/i;

/**
 * Whether a text is an e-mail address that somebody could sign up with: the one rule for accounts, invites and contacts. It
 * takes a little less than the mail standards do, as the library that keeps the accounts does.
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
    labels.every((label) => LABEL.test(label))
  );
}

/** An e-mail address as it is kept, looked up and compared: two spellings of the same one are equal. */
export function normalizeAddress(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** The mailbox of an address: what stands behind a plus sign is its reader's own, and names the same one. */
export function toMailbox(email: string): string {
  return normalizeAddress(email).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
