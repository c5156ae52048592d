import { DomainError, PlainError } from '../platform/errors.ts';

/** What can go wrong with organizations, their members, invites, domains and accounts. */
export const organizationErrors = {
  publishingDisabled: (orgId: string) =>
    new DomainError(
      409,
      'PUBLISHING_DISABLED',
      'the organization lets no task be public or exposed to agents: publishing_enabled is false',
      { organization_id: orgId },
    ),
  sharingDisabled: (orgId: string) =>
    new DomainError(409, 'SHARING_DISABLED', 'the organization lets no links be made: sharing_enabled is false', {
      organization_id: orgId,
    }),
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
  insufficientCredits: (orgId: string) =>
    new DomainError(402, 'INSUFFICIENT_CREDITS', 'the organization has no credits left, or too few for this run', {
      organization_id: orgId,
    }),
  trialEnded: (orgId: string) =>
    new DomainError(402, 'TRIAL_ENDED', "the organization's trial has ended", { organization_id: orgId }),
  nameTaken: (name: string) =>
    new DomainError(409, 'ORGANIZATION_NAME_ALREADY_EXISTS', 'an organization has this name already', { name }),
};
