import { DomainError } from '../../platform/errors.ts';

/** Errors of forwarders and deliveries. */
export const forwarderErrors = {
  paused: (reason: string | null) =>
    new DomainError(409, 'FORWARDER_PAUSED', 'the forwarder is paused; set its status to active first', { reason }),
  notSigned: (type: string) =>
    new DomainError(409, 'FORWARDER_NOT_SIGNED', `forwarders of type ${type} do not sign and have no secret`, { type }),
  tooManySecrets: (limit: number) =>
    new DomainError(
      409,
      'TOO_MANY_FORWARDER_SECRETS',
      `the forwarder already has ${limit} active secrets; wait until one expires, or rotate with overlap_hours 0`,
    ),
};
