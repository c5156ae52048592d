/**
 * The scheme and host of an http or https address; any other text as it is. Callers that may not edit a record see its addresses
 * so: paths and queries may hold secrets.
 */
export function toUrlOrigin(address: string): string {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : address;
}
