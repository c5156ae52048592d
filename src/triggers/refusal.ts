import { DomainError, ValidationError } from '../platform/errors.ts';
import type { RunError } from '../runs/contract.ts';

/** Why a trigger starts nothing, as its event tells. */
export class Refusal extends Error implements RunError {
  override readonly name = 'Refusal';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What of a trigger itself stands against a run. */
export const refusals = {
  paused: () => new Refusal('TRIGGER_PAUSED', 'the trigger is paused'),
  keepsFailing: (failures: number) =>
    new Refusal('TRIGGER_KEEPS_FAILING', `the last ${failures} times that it was to start a run all failed`),
  creatorMayNot: (permission: string) =>
    new Refusal(
      'TRIGGER_CREATOR_MAY_NOT',
      `whoever made the trigger does not hold ${permission} on its target any more`,
    ),
};

/** Why something was refused, in words that may be shown. Throws what is no refusal. */
export function refusalOf(error: unknown): RunError {
  if (error instanceof ValidationError) return { reason: 'INVALID_INPUT', message: error.message };
  if (error instanceof DomainError || error instanceof Refusal) return { reason: error.reason, message: error.message };
  throw error;
}
