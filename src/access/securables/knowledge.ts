import { EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Permissions on collections and documents. Collections cannot be deleted. */
export const KNOWLEDGE_SECURABLES = {
  collection: {
    param: 'collection_id',
    named: { table: 'collections', name: 'title' },
    permissions: { view: VIEWERS, ...MEMBER_PERMISSIONS, edit: EDITORS },
  },
  document: {
    param: 'document_id',
    named: { table: 'documents', name: 'title' },
    permissions: { view: VIEWERS, ...MEMBER_PERMISSIONS, edit: EDITORS, delete: EDITORS },
  },
} as const satisfies Record<string, SecurableKind>;
