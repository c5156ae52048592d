import { EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Permissions on OAuth clients. */
export const IDENTITY_SECURABLES = {
  oauth_client: {
    param: 'oauth_client_id',
    named: { table: 'oauth_clients', name: 'name' },
    permissions: { view: VIEWERS, ...MEMBER_PERMISSIONS, edit: EDITORS, delete: EDITORS },
  },
} as const satisfies Record<string, SecurableKind>;
