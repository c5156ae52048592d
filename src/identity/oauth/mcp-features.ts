import { type Client, type Configuration, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { getClientScopes } from '../../access/oauth-clients.ts';
import { listPermissions } from '../../access/permissions.ts';
import { isMetadataUrl, isPublicUserClient } from './external-clients.ts';
import { findProjectOfResource, MCP_SCOPES } from './resource.ts';
import { parseScopes } from './scopes.ts';

const ACCESS_TOKEN_TTL_SECONDS = 3600;

type McpFeatures = Pick<NonNullable<Configuration['features']>, 'resourceIndicators' | 'clientIdMetadataDocument'>;

/** Features that MCP clients need: tokens for one MCP server, and clients that nobody has registered. */
export function createMcpFeatures(publicUrl: string): McpFeatures {
  return {
    resourceIndicators: {
      enabled: true,
      // No resource: the token is for the API, and for no MCP server.
      defaultResource: (_ctx, _client, oneOf) => oneOf as unknown as string,
      // Without this, a client could exchange a code for a token without restriction.
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, resource, client) => {
        const server = toResourceServer(publicUrl, resource);
        setDefaultScope(ctx, client);
        return server;
      },
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (_ctx, id) => isMetadataUrl(id),
      allowClient: (_ctx, client) => isPublicUserClient(client),
    },
  };
}

/**
 * Requests the scopes of an MCP server for an authorization request without any. Others would get an unusable token.
 */
function setDefaultScope({ oidc }: KoaContextWithOIDC, client: Client): void {
  if (oidc.route !== 'authorization' || oidc.params === undefined || oidc.params.scope) return;
  const allowed = getClientScopes(parseScopes(client.scope ?? ''));
  const scopes = MCP_SCOPES.filter((scope) => allowed?.includes(scope) ?? true);
  oidc.params.scope = scopes.join(' ') || undefined;
}

/**
 * Describes an MCP server as a resource: its tokens have permission scopes only. Throws `invalid_target` for others.
 */
function toResourceServer(publicUrl: string, resource: string): ResourceServer {
  if (findProjectOfResource(publicUrl, resource) === undefined)
    throw new errors.InvalidTarget('the resource is no MCP server of this installation');
  return {
    scope: listPermissions().join(' '),
    audience: resource,
    accessTokenFormat: 'opaque',
    accessTokenTTL: ACCESS_TOKEN_TTL_SECONDS,
  };
}
