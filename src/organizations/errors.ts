import { DomainError, PlainError } from '../platform/errors.ts';

/** What can go wrong with organizations, their members, invites, domains and accounts. */
export const organizationErrors = {
  invalidOrganization: (problem: string) => new PlainError(400, `invalid organization: ${problem}`),
  invalidInviteCode: () => new DomainError(400, 'INVALID_INVITE_CODE', 'code is not of the form of an invite code'),
  alreadyMember: (orgId: string, member: string) =>
    new DomainError(409, 'ORGANIZATION_MEMBER_ALREADY_EXISTS', 'already a member of the organization', {
      organization_id: orgId,
      member,
    }),
  memberAlreadyExists: (orgId: string, email: string) =>
    new DomainError(400, 'ORGANIZATION_MEMBER_ALREADY_EXISTS', 'the address is that of a member', {
      organization_id: orgId,
      email_address: email,
    }),
  inviteAlreadyExists: (orgId: string, email: string) =>
    new DomainError(400, 'ORGANIZATION_INVITE_ALREADY_EXISTS', 'the address has an open invite already', {
      organization_id: orgId,
      email_address: email,
    }),
  userAlreadyInvited: (orgId: string, email: string) =>
    new DomainError(
      409,
      'USER_ALREADY_INVITED',
      'whoever reads this mailbox has an open invite under another address',
      {
        organization_id: orgId,
        email_address: email,
      },
    ),
  invalidDomain: (problem: string) => new DomainError(400, 'INVALID_DOMAIN', `not a domain: ${problem}`),
  domainAlreadyExists: (domain: string) =>
    new DomainError(
      409,
      'DOMAIN_ALREADY_EXISTS',
      'the domain is there already, or another organization has verified it',
      {
        domain,
      },
    ),
  nameTaken: (name: string) =>
    new DomainError(409, 'ORGANIZATION_NAME_ALREADY_EXISTS', 'an organization has this name already', { name }),
};
