import type { Scope } from '../../access/permissions.ts';
import { isId } from '../../platform/ids.ts';

/**
 * Scopes of which a restricted credential of an MCP server needs one: each lets it call a kind of tools. Clients that
 * request no scope for an MCP server get them all.
 */
export const MCP_SCOPES = [
  'task:run',
  'task_agent:run',
  'task:view',
  'task_agent:view',
  'task_mcp_server:use',
  'integration:use',
] as const satisfies readonly Scope[];

/** Path prefix of the MCP servers of projects, the only resources for which tokens are issued. */
const MCP_PREFIX = '/mcp/';

/** URL of a project's MCP server, also its OAuth resource (RFC 8707). */
export function toMcpUrl(publicUrl: string, projectId: string): string {
  return publicUrl + MCP_PREFIX + projectId;
}

/** Returns the project whose MCP server is a resource. Undefined for any other text. */
export function findProjectOfResource(publicUrl: string, resource: unknown): string | undefined {
  if (typeof resource !== 'string') return undefined;
  const id = resource.slice(resource.lastIndexOf('/') + 1);
  return isId(id) && id === id.toLowerCase() && resource === toMcpUrl(publicUrl, id) ? id : undefined;
}

/** Returns the resource that a record of the OAuth server is restricted to. */
export function findResourceOfRecord(payload: Readonly<Record<string, unknown>>): string | undefined {
  const { aud, resource, resources } = payload;
  const named = aud ?? resource ?? Object.keys(Object(resources))[0];
  return typeof named === 'string' ? named : undefined;
}
