import { DomainError, type SubjectRef } from '../platform/errors.ts';

/** Errors about roles and permissions. */
export const accessErrors = {
  invalidMember: (member: string, problem: string) =>
    new DomainError(400, 'INVALID_MEMBER', `${member.slice(0, 100)} ${problem}`, { member: member.slice(0, 100) }),
  invalidSubjectType: (subjectType: string, allowed: readonly string[]) =>
    new DomainError(400, 'INVALID_SUBJECT_TYPE', `the subject type of a member must be one of ${allowed.join(', ')}`, {
      subject_type: subjectType.slice(0, 100),
      allowed,
    }),
  invalidRole: (role: string, allowed: readonly string[]) =>
    new DomainError(
      400,
      'INVALID_ROLE',
      `${role.slice(0, 100)} is not a role of this resource; its roles are ${allowed.join(', ')}`,
      {
        role: role.slice(0, 100),
        allowed,
      },
    ),
  multipleRoles: (roles: readonly string[]) =>
    new DomainError(
      400,
      'MULTIPLE_ROLES_NOT_ALLOWED',
      'a member can hold only one of the roles owner, editor and viewer',
      {
        roles,
      },
    ),
  lastOwner: (orgId: string) =>
    new DomainError(
      409,
      'LAST_OWNER',
      'the organization needs at least one owner; make another member an owner first',
      {
        organization_id: orgId,
      },
    ),
  publishingDisabled: (orgId: string) =>
    new DomainError(
      409,
      'PUBLISHING_DISABLED',
      'the organization does not allow public tasks or tasks exposed to agents: publishing_enabled is false',
      { organization_id: orgId },
    ),
  sharingDisabled: (orgId: string) =>
    new DomainError(409, 'SHARING_DISABLED', 'the organization does not allow share links: sharing_enabled is false', {
      organization_id: orgId,
    }),
  permissionCheckFailed: (subject: SubjectRef, resource: SubjectRef, permission: string, cause = '') =>
    new DomainError(
      403,
      'PERMISSION_CHECK_FAILED',
      `${subject.type} ${subject.id} lacks the permission ${permission} on ${resource.type} ${resource.id}, or it does not exist${cause && `: ${cause}`}`,
      { subject, resource, permission },
    ),
};
