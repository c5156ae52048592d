import { digestJson } from '../../platform/digest.ts';
import type { Tool } from './kind.ts';

/** What a decision is bound to: tool, arguments, tool schema and policy version. */
export function toApprovalDigest(call: {
  readonly tool: Tool;
  readonly arguments: unknown;
  readonly revisionId: string;
}): string {
  return digestJson({ ...toIdentity(call.tool), arguments: call.arguments, policy: call.revisionId });
}

/** What a planned call is bound to, whether somebody was asked or not: the tool, what stands behind it, and its schema. */
export function toToolDigest(tool: Tool): string {
  return digestJson(toIdentity(tool));
}

function toIdentity({ name, type, parameters, targetId, targetRevisionId, definition }: Tool) {
  return { tool: name, type, target: targetId, revision: targetRevisionId, schema: parameters, definition };
}
