import Type from 'typebox';
import { MCP_SCOPES, toMcpUrl } from '../../src/identity/oauth/resource.ts';
import { operation } from '../operation.ts';

/** Path of the protected resource metadata of an MCP server, below the host (RFC 9728). */
export function toMetadataPath(publicUrl: string, projectId: string): string {
  return `/.well-known/oauth-protected-resource${new URL(toMcpUrl(publicUrl, projectId)).pathname}`;
}

/**
 * Declaration of a request to an MCP server, for authorization and limits. It is a protocol endpoint like those of the
 * OAuth server, so the OpenAPI document does not contain it.
 */
export const MCP_OPERATION = operation(
  {
    id: 'mcp.request',
    method: 'POST',
    path: '/mcp/{project_id}',
    tag: 'MCP server',
    summary: 'Send a message to the MCP server of a project',
    auth: {
      permission: 'authenticated',
      scopes: MCP_SCOPES,
      taskToken: true,
      resource: (publicUrl, { project_id: id = '' }) => toMcpUrl(publicUrl, id),
    },
    request: { body: Type.Unknown(), longBody: true, idempotent: false },
    response: { schemas: { 200: 'application/json or text/event-stream' } },
    audit: { event: null },
  },
  () => {
    throw new Error('the MCP routes handle their requests');
  },
);
