/** Path prefix of the OAuth server below the base address. */
export const AUTH_PREFIX = '/auth';

/** The OAuth server's address, also its issuer. */
export function authUrl(publicUrl: string): string {
  return publicUrl + AUTH_PREFIX;
}

/** Key of a request's query that says that the user refused it; whoever makes one up refuses only the own request. */
export const REJECTED_REQUEST = 'refused';
