import { OpenAiError } from './errors.ts';
import type { ModelRun } from './runs.ts';

/** Error of a run that failed or was cancelled; undefined for other runs. A repeat would start another run. */
export function toRunFailure({ status, error }: ModelRun): OpenAiError | undefined {
  if (status === 'cancelled') return new OpenAiError(409, 'run_cancelled', 'The run was cancelled.', { isFinal: true });
  if (status !== 'failed') return undefined;
  const code = error?.reason.toLowerCase() ?? 'run_failed';
  return new OpenAiError(502, code, error?.message ?? 'The run failed.', { isFinal: true });
}
