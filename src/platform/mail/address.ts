/** An e-mail address as it is kept, looked up and compared: two spellings of the same one are equal. */
export function normalizedAddress(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}
