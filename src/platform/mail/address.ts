/** An e-mail address as it is kept, looked up and compared: two spellings of the same one are equal. */
export function normalizedAddress(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** The mailbox of an address: what stands behind a plus sign is its reader's own, and names the same one. */
export function mailboxOf(email: string): string {
  return normalizedAddress(email).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
