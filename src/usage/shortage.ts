/** A call is unaffordable: the run's budget, another budget or the organization's credits are used up. */
export class CreditShortage extends Error {
  override readonly name = 'CreditShortage';
  readonly of: 'run' | 'budget' | 'organization';
  /** Exact decimal: minimum cost of the call. */
  readonly needed: string;
  /** The used-up budget, if it is one with a period. */
  readonly budgetId: string | undefined;

  constructor(of: CreditShortage['of'], needed: string, budgetId?: string) {
    const source = of === 'budget' ? 'budget of its project, task or agent' : of;
    super(`the next model call needs ${needed} credits, more than the ${source} has left`);
    this.of = of;
    this.needed = needed;
    this.budgetId = budgetId;
  }
}
