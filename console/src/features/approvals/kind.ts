import type { approvalKinds } from '../../words/en/approval-kinds.ts';

/** What an approval request asks. */
export type Kind = keyof typeof approvalKinds;

/** Whether a yes is what the product waits for, and a no ends something; a question of fact has neither. */
export const YES_IS_GOOD: Readonly<Record<Kind, boolean>> = { tool_call: true, confirm_effect: false, budget: true };
