import { CLIENT_ROLE, EDITORS, MEMBER_PERMISSIONS, OWNERS, type SecurableKind, VIEWERS } from '../roles.ts';

/**
 * Permissions on organizations. `member` is plain membership. No role carries `join`, which takes an invite or a
 * verified domain, or `add_owner`, which takes a system role.
 */
export const ORGANIZATION_SECURABLES = {
  organization: {
    param: 'org_id',
    extraRoles: ['member'],
    permissions: {
      view: [...VIEWERS, 'member', CLIENT_ROLE],
      ...MEMBER_PERMISSIONS,
      view_members: [...VIEWERS, CLIENT_ROLE],
      view_invites: VIEWERS,
      edit: EDITORS,
      loosen_approval_floor: OWNERS,
      enable_publishing: OWNERS,
      join: [],
      add_member: EDITORS,
      add_editor: OWNERS,
      add_owner: [],
      remove_member: EDITORS,
      create_project: EDITORS,
      view_audit: OWNERS,
      view_credits: OWNERS,
      kill_worker: OWNERS,
    },
  },
} as const satisfies Record<string, SecurableKind>;
