import { DomainError } from '../platform/errors.ts';

/** Errors of accounts and clients. */
export const identityErrors = {
  signUpClosed: () => new DomainError(403, 'SIGN_UP_CLOSED', 'sign-up is disabled; ask an administrator for an invite'),
  tooManyKeys: (limit: number) =>
    new DomainError(
      409,
      'TOO_MANY_API_KEYS',
      `you have ${limit} active API keys in this project, the maximum; revoke some, or ask for a higher API_KEYS_PER_PERSON`,
      { limit },
    ),
  badLink: () =>
    new DomainError(400, 'INVALID_LINK', 'the link is invalid, expired or already used; request a new one'),
  onlyHere: () =>
    new DomainError(
      403,
      'ONLY_ON_THIS_MACHINE',
      'this link works only in a browser on the machine that runs the product',
    ),
  clientHasNoSecret: (clientId: string) =>
    new DomainError(409, 'OAUTH_CLIENT_HAS_NO_SECRET', 'a public client has no secret', { oauth_client_id: clientId }),
  clientNotEditable: (clientId: string) =>
    new DomainError(
      409,
      'OAUTH_CLIENT_NOT_EDITABLE',
      'the application itself decides its settings; you can delete it',
      {
        oauth_client_id: clientId,
      },
    ),
};
