import { defineMessages } from '../../platform/messages.ts';

/** Questions of the approval requests that the product creates itself. */
export const approvalQuestions = defineMessages({
  question_confirm_effect: 'Did this call take effect?',
  question_raise_budget: 'May spending exceed the budget?',
  question_raise_run_limit: 'May this run spend more credits?',
});

/** Evidence about a call whose outcome is unclear. */
export const evidenceMessages = defineMessages({
  evidence_worker_stopped: 'the worker stopped while the call was under way',
  evidence_call_broke_off: 'the call broke off',
});
