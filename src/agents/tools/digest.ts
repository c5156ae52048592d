import { digestJson } from '../../platform/digest.ts';
import type { Tool } from './kind.ts';

/** Digest that a decision is bound to: tool, arguments, tool schema and policy version. */
export function toApprovalDigest(call: {
  readonly tool: Tool;
  readonly arguments: unknown;
  readonly revisionId: string;
}): string {
  return digestJson({ ...toIdentity(call.tool), arguments: call.arguments, policy: call.revisionId });
}

/** Digest that every planned call is bound to: the tool, its resource and its schema. */
export function toToolDigest(tool: Tool): string {
  return digestJson(toIdentity(tool));
}

function toIdentity({ name, type, parameters, targetId, targetRevisionId, definition }: Tool) {
  return { tool: name, type, target: targetId, revision: targetRevisionId, schema: parameters, definition };
}
