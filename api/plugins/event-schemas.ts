import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { errors } from '../../src/platform/errors.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { OneOf } from '../schemas.ts';
import { wantsEvents } from './sse.ts';

/** What a run's failure is called in its stream where nobody says otherwise, and instead where somebody does. */
const ERROR_EVENT_NAMES = ['error', 'run_error'] as const;

/** Query of a run's stream: the browser's EventSource has an `error` of its own, for a connection that broke. */
export const ERROR_EVENT = {
  error_event: Type.Optional(
    OneOf(ERROR_EVENT_NAMES, {
      description:
        'Name of the `error` event of a stream. `run_error` distinguishes it from connection errors of EventSource. Default error.',
    }),
  ),
};

/** The name that a request has for the event of a run's failure. Throws a 422 where it wants no stream. */
export function getErrorEvent(request: FastifyRequest): string {
  const { error_event: name } = request.query as { readonly error_event?: string };
  if (name !== undefined && !wantsEvents(request)) throw errors.invalidQuery('error_event', commonProblems.stream_only);
  return name ?? ERROR_EVENT_NAMES[0];
}

/**
 * The events of a stream, from the schemas of their data by kind: each as a reader of server-sent events has it, with the
 * kind in `event` and the data read from its JSON.
 */
export function EventStream(name: string, dataByKind: Readonly<Record<string, TSchema>>): TSchema {
  const events = Object.entries(dataByKind).map(([kind, data]) =>
    Type.Object(
      { id: Type.Optional(Type.String()), event: Type.Literal(kind), data },
      { title: `${name}${pascalCase(kind)}` },
    ),
  );
  return Type.Union(events, { title: `${name}Event` });
}

function pascalCase(kind: string): string {
  return kind.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
