import { DomainError } from '../platform/errors.ts';

/** Errors of credits, budgets and ledger entries. */
export const usageErrors = {
  budgetExceeded: (budgetId: string) =>
    new DomainError(
      402,
      'BUDGET_EXCEEDED',
      'a budget of the project, task or agent has too little left in its period for this run',
      { credit_budget_id: budgetId },
    ),
  insufficientCredits: (orgId: string) =>
    new DomainError(402, 'INSUFFICIENT_CREDITS', 'the organization has too few credits for this run', {
      organization_id: orgId,
    }),
  trialEnded: (orgId: string) =>
    new DomainError(402, 'TRIAL_ENDED', "the organization's trial has ended; choose a plan", {
      organization_id: orgId,
    }),
  referenceTaken: (reference: string) =>
    new DomainError(
      409,
      'CREDIT_REFERENCE_ALREADY_EXISTS',
      'another ledger entry of the organization has this reference',
      {
        reference,
      },
    ),
  notAvailable: (available: string) =>
    new DomainError(
      409,
      'CREDITS_NOT_AVAILABLE',
      'the organization has fewer available credits than this entry removes',
      {
        available,
      },
    ),
  refundTooHigh: (causeId: string, spent: string) =>
    new DomainError(409, 'REFUND_TOO_HIGH', 'the refund exceeds the charges that are not yet refunded', {
      cause_id: causeId,
      charged: spent,
    }),
};
