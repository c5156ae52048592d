/** The OAuth server's address, also its issuer. */
export function authUrl(publicUrl: string): string {
  return `${publicUrl}/auth`;
}

/** Key of a request's query that says that the user refused it; whoever makes one up refuses only the own request. */
export const REFUSED = 'refused';
