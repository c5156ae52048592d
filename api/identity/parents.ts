import { findOAuthClient } from '../../src/identity/oauth/clients.ts';
import { parent } from '../path.ts';

export const IDENTITY_PARENTS = {
  oauth_client_id: parent({
    description: 'OAuth client of the project.',
    field: 'oauth_client',
    load: (db, { id, caller }) => findOAuthClient(db, caller.projectId, id),
  }),
  /** Proved by the statement that revokes it, as a key of the caller's own. */
  api_key_id: { description: "The caller's own API key." },
  /** Proved by the statement that ends it, as a session of the caller's own. */
  user_session_id: { description: "The caller's own browser session." },
  /** Proved by the statement that withdraws what the caller granted it. */
  client_id: { description: 'OAuth client with a grant.' },
};
