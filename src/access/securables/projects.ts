import {
  CREATORS,
  EDITORS,
  MEMBER_PERMISSIONS,
  OWNERS,
  RESTRICTED_READER_ROLE,
  type SecurableKind,
  VIEWERS,
  VIEWERS_AND_CREATORS,
} from '../roles.ts';

/** Permissions on projects. */
export const PROJECT_SECURABLES = {
  project: {
    param: 'project_id',
    extraRoles: ['task_creator', RESTRICTED_READER_ROLE],
    permissions: {
      view: VIEWERS_AND_CREATORS,
      ...MEMBER_PERMISSIONS,
      edit: EDITORS,
      delete: OWNERS,
      loosen_approval_floor: OWNERS,
      create_task: CREATORS,
      create_agent: EDITORS,
      create_skill: EDITORS,
      create_mcp_server: EDITORS,
      create_integration: EDITORS,
      create_forwarder: EDITORS,
      create_collection: EDITORS,
      create_document: EDITORS,
      manage_own_api_keys: VIEWERS_AND_CREATORS,
      create_oauth_client: EDITORS,
      view_oauth_clients: VIEWERS,
      view_audit: OWNERS,
      /** Documents that their sources restrict to others, in addition to the permission to view documents. */
      read_restricted_documents: [RESTRICTED_READER_ROLE],
    },
  },
} as const satisfies Record<string, SecurableKind>;
