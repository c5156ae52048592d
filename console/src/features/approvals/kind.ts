import type { approvalKinds } from '../../messages/en/approval-kinds.ts';

/** Kind of an approval request. */
export type ApprovalKind = keyof typeof approvalKinds;

/** Whether approval is the positive outcome of a kind. A question of fact has none. */
export const IS_APPROVAL_POSITIVE: Readonly<Record<ApprovalKind, boolean>> = {
  tool_call: true,
  confirm_effect: false,
  budget: true,
};
