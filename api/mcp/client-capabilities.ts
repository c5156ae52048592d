import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../../src/platform/json-schema.ts';

/** Identifier of the Tasks extension of revision 2026-07-28. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Returns a capability that the client states with its request, as clients of revision 2026-07-28 do. */
function findCapability({ mcpReq }: ServerContext, name: string): Readonly<Record<string, unknown>> | undefined {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  const found = isRecord(capabilities) ? capabilities[name] : undefined;
  return isRecord(found) ? found : undefined;
}

/** Whether the client opens pages for its user. */
export function canElicitUrl(context: ServerContext): boolean {
  return findCapability(context, 'elicitation')?.url !== undefined;
}

/** Whether the client polls tasks. */
export function canPollTasks(context: ServerContext): boolean {
  return findCapability(context, 'extensions')?.[TASKS_EXTENSION] !== undefined;
}
