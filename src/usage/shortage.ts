import { defineMessages, type Message } from '../platform/messages.ts';

const creditFailures = defineMessages({
  credits_missing:
    '{payer, select, run {the run} budget {a budget of the project, or of a task or agent above} other {the organization}} does not have the {needed} credits for the model call',
});

/** A call is unaffordable: the run's budget, another budget or the organization's credits are used up. */
export class CreditShortage extends Error {
  override readonly name = 'CreditShortage';
  readonly of: 'run' | 'budget' | 'organization';
  /** Exact decimal: minimum cost of the call. */
  readonly needed: string;
  /** The used-up budget, if it is one with a period. */
  readonly budgetId: string | undefined;
  /** Text for users. */
  readonly detail: Message;

  constructor(of: CreditShortage['of'], needed: string, budgetId?: string) {
    const detail = creditFailures.credits_missing({ payer: of, needed });
    super(detail.msg);
    this.detail = detail;
    this.of = of;
    this.needed = needed;
    this.budgetId = budgetId;
  }
}
