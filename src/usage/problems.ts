import { defineProblems } from '../platform/messages.ts';

/** Validation problems of reports, budgets and credit entries. */
export const usageProblems = defineProblems({
  report_end_too_early: 'must be within the last {months} months, which is how far back reports go',
  report_start_too_late: 'must be before the end of the report',
  budget_with_two_targets: 'must be omitted when task_id is given: a budget has one target',
  entry_amount_not_positive: 'must be greater than zero; only an adjustment can be negative',
  entry_cause_mismatch:
    'must name the charged work for a refund and the request for a top_up, and must be omitted for other kinds',
});
