import type { PastTurn } from '../../src/agents/messages.ts';
import type { TaskBehindTool } from '../../src/agents/tools.ts';
import type { RunError } from '../../src/tasks/contract.ts';

/** What a sequential agent does next. */
export type Step =
  | { readonly kind: 'call'; readonly task: TaskBehindTool['task']; readonly input: Record<string, unknown> }
  | { readonly kind: 'end'; readonly output: string | null; readonly error: RunError | null };

/** The next step after the stored ones: the next task with what the one before it answered, or the end. */
export function nextStep(
  message: string,
  done: readonly PastTurn[],
  tasks: readonly TaskBehindTool[],
  steps: number,
): Step {
  const last = done.at(-1)?.calls[0];
  if (last && last.outcome !== 'success') {
    return {
      kind: 'end',
      output: null,
      error: { reason: 'STEP_FAILED', message: `the step ${last.tool_name} failed` },
    };
  }
  const given = last === undefined ? message : last.result;
  if (done.length >= steps) return { kind: 'end', output: textOf(given), error: null };
  const next = tasks[done.length];
  if (!next || tasks.length < steps) {
    return {
      kind: 'end',
      output: null,
      error: { reason: 'STEP_MISSING', message: 'a task of this agent was deleted or disabled' },
    };
  }
  return { kind: 'call', task: next.task, input: inputFor(next.revision.input_params, given) };
}

/** Fields of a JSON object go to the variables of the same name; every other variable gets the whole. */
function inputFor(params: readonly string[], given: unknown): Record<string, unknown> {
  const fields = objectOf(given);
  return Object.fromEntries(
    params.map((param) => [param, fields && Object.hasOwn(fields, param) ? fields[param] : textOf(given)]),
  );
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value === 'string') {
    try {
      return objectOf(value.trimStart().startsWith('{') ? JSON.parse(value) : undefined);
    } catch {
      return undefined;
    }
  }
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
