import type { Schemas } from './types.ts';

/** What an approval request asks, and so what each answer does. */
export type ApprovalKind = Schemas['ApprovalRequest']['kind'];

/** The kind of request that an `approval_required` event announces. Events of earlier releases leave out `tool_call`. */
export function approvalKind({ kind }: Schemas['RunStreamApprovalRequired']['data']): ApprovalKind {
  return kind ?? 'tool_call';
}
