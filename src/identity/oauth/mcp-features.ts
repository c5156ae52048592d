import { type Configuration, errors, type ResourceServer } from 'oidc-provider';
import { listPermissions } from '../../access/permissions.ts';
import { isMetadataUrl, isPublicUserClient } from './external-clients.ts';
import { findProjectOfResource } from './resource.ts';

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
      getResourceServerInfo: (_ctx, resource) => toResourceServer(publicUrl, resource),
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (_ctx, id) => isMetadataUrl(id),
      allowClient: (_ctx, client) => isPublicUserClient(client),
    },
  };
}

/** Describes an MCP server as a resource: its tokens have permission scopes only. Throws `invalid_target` for others. */
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
