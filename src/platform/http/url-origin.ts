/**
 * Returns the scheme and host of an http or https URL, and any other text unchanged. Callers without edit permission
 * see URLs in this form, since paths and queries may contain secrets.
 */
export function toUrlOrigin(address: string): string {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : address;
}
