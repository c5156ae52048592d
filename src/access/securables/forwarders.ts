import { EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Permissions on forwarders. */
export const FORWARDER_SECURABLES = {
  task_forwarder: {
    param: 'task_forwarder_id',
    named: { table: 'task_forwarders', name: 'name' },
    permissions: {
      view: VIEWERS,
      ...MEMBER_PERMISSIONS,
      /** Deliveries and their responses name runs that not every role may see. */
      view_deliveries: EDITORS,
      edit: EDITORS,
      delete: EDITORS,
    },
  },
} as const satisfies Record<string, SecurableKind>;
