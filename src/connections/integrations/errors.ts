import { DomainError, errors, PreconditionError } from '../../platform/errors.ts';
import { connectionProblems } from '../problems.ts';

/** Errors of integrations. */
export const integrationErrors = {
  /** The installation has no OAuth client for the service. */
  notConfigured: (type: string, settings: readonly string[]) =>
    new PreconditionError(
      409,
      'INTEGRATION_NOT_CONFIGURED',
      `this installation has no OAuth client for the service: an administrator must set ${settings.join(' and ')}`,
      { type, settings },
    ),
  /** The integration does not use OAuth. */
  notOAuth: (type: string) =>
    new DomainError(409, 'INTEGRATION_HAS_NO_OAUTH', 'the integration uses the credential in its config, not OAuth', {
      type,
    }),
  unknownState: () =>
    new DomainError(
      400,
      'UNKNOWN_AUTHORIZATION',
      'no authorization of yours has this state: it was used, has expired, or belongs to another user; start again',
    ),
  codeMissing: () => errors.invalidQuery('code', connectionProblems.oauth_code_missing),
  /** `code` is the error code of the service or of this installation. */
  authorizationFailed: (code: string, message: string) =>
    new DomainError(400, 'AUTHORIZATION_FAILED', message, { code }),
};
