import Type from 'typebox';
import { Id, Nullable, StringEnum } from '../../src/platform/schemas.ts';
import type { Caller } from '../caller.ts';
import { operation } from '../operation.ts';
import { canReadAddress } from './user-access.ts';

/** Organization and project of an access token's client; null for other credentials. */
function getClientScope({ kind, homeOrgId, homeProjectId }: Caller) {
  if (kind !== 'client_credentials' && kind !== 'authorization_code') return null;
  return homeOrgId === null || homeProjectId === null ? null : { org_id: homeOrgId, project_id: homeProjectId };
}

export const whoami = operation(
  {
    id: 'identity.whoami',
    method: 'GET',
    path: '/whoami',
    tag: 'Identity',
    summary: 'Get the user or client of the credential',
    description:
      'Returns the organization and project of the credential; a browser session has neither. A client-credentials token acts as its project and has no user.',
    auth: {
      permission: 'authenticated',
      noScopeReason: 'it describes the credential itself, with the address only if a scope allows it',
    },
    response: {
      schemas: {
        200: Type.Object(
          {
            kind: StringEnum(['api_key', 'user_session', 'client_credentials', 'authorization_code']),
            subject: Type.String({
              description: 'Subject that the credential acts as: `user:<id>` or `project:<id>`.',
            }),
            user_id: Nullable(Id),
            email: Nullable(Type.String({ description: 'Email address; null without the scope `email`.' })),
            name: Type.String({ description: 'Name of the user or client.' }),
            system_role: Nullable(Type.String()),
            client_id: Nullable(Id),
            api_key_id: Nullable(Id),
            scopes: Nullable(
              Type.Array(Type.String(), { description: 'Scopes of the credential; null if it is not restricted.' }),
            ),
            org_id: Nullable(Id),
            project_id: Nullable(Id),
            client: Nullable(
              Type.Object(
                { org_id: Id, project_id: Id },
                { description: 'Organization and project of the OAuth client; null for other credentials.' },
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
    email: canReadAddress(caller) ? caller.email : null,
    name: caller.name,
    system_role: caller.grants.systemRole,
    client_id:
      caller.kind === 'client_credentials' || caller.kind === 'authorization_code' ? caller.credentialId : null,
    api_key_id: caller.apiKeyId,
    scopes: caller.grants.scopes,
    org_id: caller.homeOrgId,
    project_id: caller.homeProjectId,
    client: getClientScope(caller),
  }),
);
