import { DomainError, ValidationError } from '../platform/errors.ts';
import type { Message } from '../platform/messages.ts';
import type { RunError } from '../runs/contract.ts';
import { toRunError } from '../runs/errors.ts';
import { triggerFailures } from './problems.ts';

/** A reason why a trigger starts nothing, as in its event. */
class TriggerError extends Error {
  override readonly name = 'Refusal';
  readonly error: RunError;

  constructor(reason: string, message: Message) {
    super(message.msg);
    this.error = toRunError(reason, message);
  }
}

/** Reason of a trigger that was paused after failures. */
export const KEEPS_FAILING = 'TRIGGER_KEEPS_FAILING';

/** Reasons why a trigger cannot start a run. */
export const triggerRunErrors = {
  paused: () => new TriggerError('TRIGGER_PAUSED', triggerFailures.trigger_paused),
  keepsFailing: (count: number) => new TriggerError(KEEPS_FAILING, triggerFailures.trigger_keeps_failing({ count })),
  creatorMayNot: (permission: string) =>
    new TriggerError('TRIGGER_CREATOR_MAY_NOT', triggerFailures.trigger_creator_not_permitted({ permission })),
};

/** Converts a rejection to an error for people. Throws other errors. */
export function toTriggerRunError(error: unknown): RunError {
  if (error instanceof ValidationError)
    return { reason: 'INVALID_INPUT', message: error.message, ...toMessageCode(error) };
  if (error instanceof TriggerError) return error.error;
  if (error instanceof DomainError) return { reason: error.reason, message: error.message };
  throw error;
}

/** Returns the code and values of all problems as one message. Empty if one has no code. */
function toMessageCode({ problems }: ValidationError): Pick<RunError, 'code' | 'params'> {
  const messages = problems.map(({ loc, msg, code, params = {} }) =>
    code === undefined
      ? undefined
      : triggerFailures.trigger_input_problem({ path: loc.join('.'), problem: { msg, code, params } }),
  );
  const joined = messages.reduceRight(
    (rest, first) => rest && first && triggerFailures.trigger_input_problems({ first, rest }),
  );
  return joined ? { code: joined.code, params: joined.params } : {};
}
