import { agentFailures } from '../../../src/agents/failures.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import type { PastCall, PastTurn } from '../../../src/agents/turns/messages.ts';
import { parseJson } from '../../../src/platform/json.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';

/** Next step of a sequential agent. */
export type Step =
  | { readonly kind: 'call'; readonly tool: Tool; readonly input: Record<string, unknown> }
  | { readonly kind: 'end'; readonly output: string | null; readonly error: RunError | null };

/** Returns the next step: the next task with the result of the previous one, or the end. */
export function getNextStep(message: string, done: readonly PastTurn[], tools: readonly Tool[], steps: number): Step {
  const last = done.at(-1)?.calls[0];
  if (last && last.outcome !== 'success') return endWithError(toStepError(last));
  const given = last === undefined ? message : last.result;
  if (done.length >= steps) return { kind: 'end', output: toText(given), error: null };
  const tool = tools[done.length];
  if (!tool || tools.length < steps) return endWithError(toRunError('STEP_MISSING', agentFailures.step_missing));
  return { kind: 'call', tool, input: toInput(tool, given) };
}

/** Returns the next step of a run of one requested call: the call with the message as arguments, then its result. */
export function getNextRequestedStep(message: string, done: readonly PastTurn[], tools: readonly Tool[]): Step {
  const call = done.at(-1)?.calls[0];
  if (call?.outcome === 'success') return { kind: 'end', output: toText(call.result), error: null };
  if (call) return endWithError(toCallError(call));
  // The platform's own tools have no target.
  const tool = tools.find(({ targetId }) => targetId !== null);
  if (!tool) return endWithError(toRunError('TOOL_CHANGED', agentFailures.tool_changed));
  return { kind: 'call', tool, input: toObject(message) ?? {} };
}

/** Returns the error of a call as that of its run. */
function toCallError(call: PastCall): RunError {
  const { reason, message } = toObject(call.result) ?? {};
  if (typeof reason === 'string' && typeof message === 'string') return { reason, message };
  return toStepError(call);
}

function endWithError(error: RunError): Step {
  return { kind: 'end', output: null, error };
}

/** Outcomes of steps that were not executed. A sequential agent has no model to handle them. */
const UNEXECUTED_OUTCOMES: readonly unknown[] = ['rejected', 'expired', 'cancelled'];

function toStepError({ tool_name, outcome, result }: PastCall): RunError {
  const { reason, message: cause } = toObject(result) ?? {};
  const step = tool_name;
  const { step_not_run, step_not_run_because, step_failed, step_failed_because } = agentFailures;
  if (UNEXECUTED_OUTCOMES.includes(outcome) && typeof reason === 'string')
    return toRunError(
      reason,
      typeof cause === 'string' ? step_not_run_because({ step, cause }) : step_not_run({ step }),
    );
  return toRunError(
    'STEP_FAILED',
    typeof cause === 'string' ? step_failed_because({ step, cause }) : step_failed({ step }),
  );
}

/** Fields of a JSON object fill the variables of the same name. Every other variable gets the complete value. */
function toInput({ parameters }: Tool, given: unknown): Record<string, unknown> {
  const fields = toObject(given);
  return Object.fromEntries(
    Object.keys(toObject(parameters.properties) ?? {}).map((param) => [
      param,
      fields && Object.hasOwn(fields, param) ? fields[param] : toText(given),
    ]),
  );
}

function toObject(value: unknown): Record<string, unknown> | undefined {
  if (typeof value === 'string') {
    try {
      return toObject(value.trimStart().startsWith('{') ? parseJson(value) : undefined);
    } catch {
      return undefined;
    }
  }
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
