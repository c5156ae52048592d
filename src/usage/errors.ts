import { DomainError } from '../platform/errors.ts';

/** What can go wrong with entries of the ledger and with budgets. */
export const usageErrors = {
  budgetExceeded: (budgetId: string) =>
    new DomainError(
      402,
      'BUDGET_EXCEEDED',
      'a budget of the project, task or agent is used up in its period, or has too little left for this run',
      { credit_budget_id: budgetId },
    ),
  insufficientCredits: (orgId: string) =>
    new DomainError(402, 'INSUFFICIENT_CREDITS', 'the organization has no credits left, or too few for this run', {
      organization_id: orgId,
    }),
  trialEnded: (orgId: string) =>
    new DomainError(402, 'TRIAL_ENDED', "the organization's trial has ended", { organization_id: orgId }),
  referenceTaken: (reference: string) =>
    new DomainError(409, 'CREDIT_REFERENCE_ALREADY_EXISTS', 'another entry of the organization has this reference', {
      reference,
    }),
  notAvailable: (available: string) =>
    new DomainError(409, 'CREDITS_NOT_AVAILABLE', 'the organization has fewer credits available than are taken away', {
      available,
    }),
  refundTooHigh: (causeId: string, spent: string) =>
    new DomainError(409, 'REFUND_TOO_HIGH', 'no more can be refunded than was charged and not refunded yet', {
      cause_id: causeId,
      charged: spent,
    }),
};
