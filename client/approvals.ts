import type { Schemas } from './types.ts';

/** Kind of an approval request, which determines what each decision does. */
export type ApprovalKind = Schemas['ApprovalRequest']['kind'];

/**
 * Returns the kind of request that an `approval_required` event announces. Events of earlier releases omit `tool_call`.
 */
export function approvalKind({ kind }: Schemas['RunStreamApprovalRequired']['data']): ApprovalKind {
  return kind ?? 'tool_call';
}
