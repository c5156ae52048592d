import { findOAuthClient } from '../../src/identity/oauth/clients.ts';
import { parent } from '../path.ts';

export const IDENTITY_PARENTS = {
  oauth_client_id: parent({
    description: 'OAuth client of the project.',
    field: 'oauth_client',
    load: (db, { id, caller }) => findOAuthClient(db, caller.projectId, id),
  }),
  /** Verified by the statement that revokes it, as one of the caller's own keys. */
  api_key_id: { description: "The caller's own API key." },
  /** Verified by the statement that ends it, as one of the caller's own sessions. */
  user_session_id: { description: "The caller's own browser session." },
  /** Verified by the statement that withdraws the caller's grant. */
  client_id: { description: 'OAuth client with a grant.' },
};
