import { DomainError } from '../../platform/errors.ts';

/** What can go wrong with forwarders and deliveries. */
export const forwarderErrors = {
  paused: (reason: string | null) =>
    new DomainError(409, 'FORWARDER_PAUSED', 'the forwarder is paused: set its status to active first', { reason }),
  unsigned: (type: string) =>
    new DomainError(409, 'FORWARDER_NOT_SIGNED', `a forwarder of type ${type} has no secret`, { type }),
  tooManySecrets: (most: number) =>
    new DomainError(
      409,
      'TOO_MANY_FORWARDER_SECRETS',
      `${most} secrets sign at the moment; wait until one has expired, or let all before end at once with overlap_hours 0`,
    ),
};
