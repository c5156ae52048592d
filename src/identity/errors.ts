import { DomainError } from '../platform/errors.ts';

/** What can go wrong with accounts and clients. */
export const identityErrors = {
  signUpClosed: () => new DomainError(403, 'SIGN_UP_CLOSED', 'nobody can sign up here; ask an administrator'),
  tooManyKeys: (most: number) =>
    new DomainError(
      409,
      'TOO_MANY_API_KEYS',
      `you have ${most} live API keys in this project, which is the most you may have: revoke those that are not needed, or have API_KEYS_PER_PERSON raised`,
      { limit: most },
    ),
  badLink: () => new DomainError(400, 'INVALID_LINK', 'the link was used already, is too old, or is not one of ours'),
  onlyHere: () =>
    new DomainError(403, 'ONLY_ON_THIS_MACHINE', 'this link works in a browser on the machine the product runs on'),
  clientHasNoSecret: (clientId: string) =>
    new DomainError(409, 'OAUTH_CLIENT_HAS_NO_SECRET', 'a public client has no secret', { oauth_client_id: clientId }),
};
