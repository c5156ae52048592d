import { EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Who may do what with forwarders. */
export const FORWARDER_SECURABLES = {
  task_forwarder: {
    param: 'task_forwarder_id',
    named: { table: 'task_forwarders', name: 'name' },
    permissions: {
      view: VIEWERS,
      ...MEMBER_PERMISSIONS,
      /** What went out and what receivers answered: runs are named there that not everybody sees. */
      view_deliveries: EDITORS,
      edit: EDITORS,
      delete: EDITORS,
    },
  },
} as const satisfies Record<string, SecurableKind>;
