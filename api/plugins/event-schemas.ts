import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { errors } from '../../src/platform/errors.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { StringEnum } from '../../src/platform/schemas.ts';
import { wantsEvents } from './sse.ts';

/** Names of the failure event in a run's stream: the default, and the alternative on request. */
const ERROR_EVENT_NAMES = ['error', 'run_error'] as const;

/**
 * Query parameter of a run's stream that renames its failure event, because the browser's EventSource has an `error`
 * event of its own.
 */
export const ERROR_EVENT = {
  error_event: Type.Optional(
    StringEnum(ERROR_EVENT_NAMES, {
      description:
        'Name of the `error` event of a stream. `run_error` distinguishes it from connection errors of EventSource. Default error.',
    }),
  ),
};

/** Name of the failure event that a request selects. Throws a 422 if the request expects no stream. */
export function getErrorEvent(request: FastifyRequest): string {
  const { error_event: name } = request.query as { readonly error_event?: string };
  if (name !== undefined && !wantsEvents(request)) throw errors.invalidQuery('error_event', commonProblems.stream_only);
  return name ?? ERROR_EVENT_NAMES[0];
}

/**
 * Schema of a stream's events from their data schemas by kind, as a client of server-sent events reads them: the kind
 * in `event`, the parsed data in `data`.
 */
export function EventStream(name: string, dataByKind: Readonly<Record<string, TSchema>>): TSchema {
  const events = Object.entries(dataByKind).map(([kind, data]) =>
    Type.Object(
      { id: Type.Optional(Type.String()), event: Type.Literal(kind), data },
      { title: `${name}${toPascalCase(kind)}` },
    ),
  );
  return Type.Union(events, { title: `${name}Event` });
}

function toPascalCase(kind: string): string {
  return kind.replace(/(?:^|_)([a-z])/g, (_, initial: string) => initial.toUpperCase());
}
