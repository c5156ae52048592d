import Type from 'typebox';
import { operation } from '../operation.ts';
import type { Caller } from '../plugins/access.ts';
import { Id, Nullable, OneOf } from '../schemas.ts';
import { tellsAddress } from './person.ts';

/** Where the client of an access token was made; null for any other credential. */
function clientOf({ kind, homeOrgId, homeProjectId }: Caller) {
  if (kind !== 'client_credentials' && kind !== 'authorization_code') return null;
  return homeOrgId === null || homeProjectId === null ? null : { org_id: homeOrgId, project_id: homeProjectId };
}

export const whoami = operation(
  {
    id: 'identity.whoami',
    method: 'GET',
    path: '/whoami',
    tag: 'Identity',
    summary: 'The user or client behind the credential',
    description:
      'Organization and project are those the credential was made in; a browser session has none. A client-credentials token acts as its project and has no user.',
    auth: {
      permission: 'authenticated',
      noScopeReason: 'it tells the credential what it is, and an address only where it was given the scope',
    },
    response: {
      schemas: {
        200: Type.Object(
          {
            kind: OneOf(['api_key', 'user_session', 'client_credentials', 'authorization_code']),
            subject: Type.String({ description: 'as whom the credential acts, `user:<id>` or `project:<id>`' }),
            user_id: Nullable(Id),
            email: Nullable(
              Type.String({ description: 'null also where a credential is cut down without the scope `email`' }),
            ),
            name: Type.String({ description: "the user's name, or the client's" }),
            system_role: Nullable(Type.String()),
            client_id: Nullable(Id),
            api_key_id: Nullable(Id),
            scopes: Nullable(Type.Array(Type.String(), { description: 'null where the credential is not cut down' })),
            org_id: Nullable(Id),
            project_id: Nullable(Id),
            client: Nullable(
              Type.Object(
                { org_id: Id, project_id: Id },
                { description: 'where the client of an access token was made; null for any other credential' },
              ),
            ),
          },
          { title: 'Whoami' },
        ),
      },
    },
  },
  ({ caller }) => ({
    kind: caller.kind,
    subject: `${caller.subject.type}:${caller.subject.id}`,
    user_id: caller.subject.type === 'user' ? caller.subject.id : null,
    email: tellsAddress(caller) ? caller.email : null,
    name: caller.name,
    system_role: caller.holdings.systemRole,
    client_id:
      caller.kind === 'client_credentials' || caller.kind === 'authorization_code' ? caller.credentialId : null,
    api_key_id: caller.apiKeyId,
    scopes: caller.holdings.scopes,
    org_id: caller.homeOrgId,
    project_id: caller.homeProjectId,
    client: clientOf(caller),
  }),
);
