/** A call can't be paid: the run's own budget is used up, or one of what it belongs to, or the organization's credits are. */
export class CreditShortage extends Error {
  override readonly name = 'CreditShortage';
  readonly of: 'run' | 'budget' | 'organization';
  /** Exact decimal: what the call costs at least. */
  readonly needed: string;
  /** The budget that is used up, where one of a period is. */
  readonly budgetId: string | undefined;

  constructor(of: CreditShortage['of'], needed: string, budgetId?: string) {
    const whose = of === 'budget' ? 'budget of its project, task or agent' : of;
    super(`the next model call needs ${needed} credits, which the ${whose} has not left`);
    this.of = of;
    this.needed = needed;
    this.budgetId = budgetId;
  }
}
