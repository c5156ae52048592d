import Type from 'typebox';
import { durationOrZeroMs } from '../platform/duration.ts';
import { errors } from '../platform/errors.ts';
import { plain } from '../platform/fields.ts';
import { Nullable, Text } from '../platform/shapes.ts';
import { runProblems } from './problems.ts';

/** The field of a revision of a task or an agent that says how long its runs wait for a provider or a connection. */
export const MAX_WAIT_FIELD = plain({
  input: Nullable(
    Text(60, {
      description:
        'Maximum time that a run waits for an unavailable model provider, MCP server or integration, an ISO 8601 duration. PT0S: no wait. Default: `max_wait` of the model, else PT24H.',
    }),
  ),
  record: Nullable(Type.String()),
  initial: null,
  shown: true,
});

/** Refuses a wait that is no duration. Throws a 422. */
export function checkMaxWait({ max_wait }: { readonly max_wait: string | null }): void {
  if (max_wait !== null && durationOrZeroMs(max_wait) === undefined)
    throw errors.invalid('max_wait', runProblems.invalid_max_wait);
}
