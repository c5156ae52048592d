/** Most characters of an address, and of what stands before its `@`: a mail server takes no more. */
export const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;

const LOCAL_PART = /^[\w'+-]+(\.[\w'+-]+)*(?<!')$/;
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;
const TOP = /^[a-z]{2,63}$/i;

/**
 * Whether a text is an e-mail address that somebody could sign up with: the one rule for accounts, invites and contacts. It
 * takes a little less than the mail standards do, as the library that keeps the accounts does.
 */
export function isAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  const top = labels.pop() ?? '';
  const isLocal = at > 0 && local.length <= LONGEST_LOCAL_PART && LOCAL_PART.test(local);
  return isLocal && TOP.test(top) && labels.length > 0 && labels.every((label) => LABEL.test(label));
}

/** An e-mail address as it is kept, looked up and compared: two spellings of the same one are equal. */
export function normalizedAddress(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** The mailbox of an address: what stands behind a plus sign is its reader's own, and names the same one. */
export function mailboxOf(email: string): string {
  return normalizedAddress(email).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
