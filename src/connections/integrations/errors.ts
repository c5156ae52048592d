import { DomainError, errors, PreconditionError } from '../../platform/errors.ts';
import { connectionProblems } from '../problems.ts';

/** What can go wrong with integrations. */
export const integrationErrors = {
  /** The installation is no client of the service; somebody who runs it has to make it one. */
  notConfigured: (type: string, settings: readonly string[]) =>
    new PreconditionError(
      409,
      'INTEGRATION_NOT_CONFIGURED',
      `this installation is not known to the service: its administrator has to set ${settings.join(' and ')}`,
      { type, settings },
    ),
  /** It has no OAuth to begin. */
  notOAuth: (type: string) =>
    new DomainError(409, 'INTEGRATION_HAS_NO_OAUTH', 'its calls are signed with the credential in its config', {
      type,
    }),
  unknownState: () =>
    new DomainError(
      400,
      'UNKNOWN_AUTHORIZATION',
      'no authorization that you began waits under this state: it was used, is over, or is somebody else’s; begin anew',
    ),
  codeMissing: () => errors.invalidQuery('code', connectionProblems.oauth_code_missing),
  /** `code` is what the service said, or what was wrong with it. */
  authorizationFailed: (code: string, message: string) =>
    new DomainError(400, 'AUTHORIZATION_FAILED', message, { code }),
};
