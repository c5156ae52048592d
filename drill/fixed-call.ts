/** Calls of one fixed tool at the project's MCP server: runs without a model, of the project's hidden agent. */

import { CONNECTION_NAMES } from './connections.ts';
import type { PlannedRun } from './plan.ts';

/** Name of the exposed tool. */
export const FIXED_TOOL = `${CONNECTION_NAMES.mcp}__perform`;

export const isFixedCall = ({ start }: Pick<PlannedRun, 'start'>) => start === 'tool';

/** Returns the message of the run of a fixed call: its arguments. */
export function getFixedMessage({ turns }: PlannedRun): string {
  return JSON.stringify(turns[0]?.[0]?.arguments);
}

/** Returns whether a stored run is that of a fixed call. Its model is never called. */
export const isFixedCallRun = ({ message }: { readonly message: string }) => message.startsWith('{');

/** Returns the tag of a stored run's plan. */
export function getRunTag(run: { readonly message: string }): string {
  if (isFixedCallRun(run)) return String((JSON.parse(run.message) as { readonly tag?: unknown }).tag);
  return run.message.split(' ')[0] ?? '';
}
