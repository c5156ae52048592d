import Type from 'typebox';
import { parseDurationOrZeroMs } from '../platform/duration.ts';
import { errors } from '../platform/errors.ts';
import { scalarField } from '../platform/revision-fields.ts';
import { BoundedText, Nullable } from '../platform/schemas.ts';
import { runProblems } from './problems.ts';

/** Revision field of tasks and agents: how long runs wait for a provider or connection. */
export const MAX_WAIT_FIELD = scalarField({
  input: Nullable(
    BoundedText(60, {
      description:
        'Maximum time that a run waits for an unavailable model provider, MCP server or integration, an ISO 8601 duration. PT0S: no wait. Default: `max_wait` of the model, else PT24H.',
    }),
  ),
  record: Nullable(Type.String()),
  initial: null,
  audited: true,
});

/** Throws a 422 unless the wait is a duration. */
export function checkMaxWait({ max_wait }: { readonly max_wait: string | null }): void {
  if (max_wait !== null && parseDurationOrZeroMs(max_wait) === undefined)
    throw errors.invalid('max_wait', runProblems.invalid_max_wait);
}
