/** A model call can't be paid: the run's own budget is used up, or the organization's credits are. */
export class CreditShortage extends Error {
  override readonly name = 'CreditShortage';
  readonly of: 'run' | 'organization';
  /** Exact decimal: what the call costs at least. */
  readonly needed: string;

  constructor(of: 'run' | 'organization', needed: string) {
    super(`the next model call needs ${needed} credits, which the ${of} has not left`);
    this.of = of;
    this.needed = needed;
  }
}
