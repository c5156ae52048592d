import { DomainError, PlainError } from '../platform/errors.ts';
import type { Message } from '../platform/messages.ts';

/** Errors of organizations, members, invites, domains and accounts. */
export const organizationErrors = {
  invalidOrganization: (message: Message) => new PlainError(400, message),
  invalidInviteCode: () => new DomainError(400, 'INVALID_INVITE_CODE', 'code is not a valid invite code'),
  alreadyMember: (orgId: string, member: string) =>
    new DomainError(409, 'ORGANIZATION_MEMBER_ALREADY_EXISTS', 'the user is already a member of the organization', {
      organization_id: orgId,
      member,
    }),
  memberAlreadyExists: (orgId: string, email: string) =>
    new DomainError(400, 'ORGANIZATION_MEMBER_ALREADY_EXISTS', 'a member of the organization has this address', {
      organization_id: orgId,
      email_address: email,
    }),
  inviteAlreadyExists: (orgId: string, email: string) =>
    new DomainError(400, 'ORGANIZATION_INVITE_ALREADY_EXISTS', 'the address already has a pending invite', {
      organization_id: orgId,
      email_address: email,
    }),
  userAlreadyInvited: (orgId: string, email: string) =>
    new DomainError(409, 'USER_ALREADY_INVITED', 'another address of the same mailbox already has a pending invite', {
      organization_id: orgId,
      email_address: email,
    }),
  invalidDomain: (problem: string) => new DomainError(400, 'INVALID_DOMAIN', `the domain cannot be added: ${problem}`),
  domainAlreadyExists: (domain: string) =>
    new DomainError(
      409,
      'DOMAIN_ALREADY_EXISTS',
      'the organization already has this domain, or another organization has verified it',
      {
        domain,
      },
    ),
  notTryOut: () =>
    new DomainError(
      409,
      'NOT_A_TRY_OUT',
      'only `npm start` with its own database and Temporal server can kill its worker on request',
    ),
  nameTaken: (name: string) =>
    new DomainError(409, 'ORGANIZATION_NAME_ALREADY_EXISTS', 'another organization has this name; choose another one', {
      name,
    }),
};
