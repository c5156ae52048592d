/** Path prefix of the OAuth server below the base URL. */
export const AUTH_PREFIX = '/auth';

/** Path of dynamic client registration below the OAuth server. */
export const REGISTRATION_PATH = '/oauth2/register';

/** URL of the OAuth server, also its issuer. */
export function toAuthUrl(publicUrl: string): string {
  return publicUrl + AUTH_PREFIX;
}

/** Query parameter that marks a request as refused by the user. Forging it affects only one's own request. */
export const REJECTED_REQUEST = 'refused';
