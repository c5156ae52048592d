import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { wantsEvents } from './sse.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a stream that a parameter requests. Throws a 429 over the limits. */
    countStream(request: FastifyRequest, reply: FastifyReply): void;
  }
}

/**
 * Limits the concurrent streams per credential, user and project in this process, because an open stream costs more
 * than a request. Throws a 429 before the handler starts.
 */
export function limitStreams(app: FastifyInstance, { config }: ApiContext): void {
  const countByName = new Map<string, number>();
  const acquire = (name: string) => {
    countByName.set(name, (countByName.get(name) ?? 0) + 1);
  };
  const release = (name: string) => {
    const remaining = (countByName.get(name) ?? 1) - 1;
    if (remaining === 0) countByName.delete(name);
    else countByName.set(name, remaining);
  };
  const countStream = ({ caller }: FastifyRequest, reply: FastifyReply) => {
    const limits = [
      { scope: 'credential', name: `credential:${caller.credentialId}`, limit: config.streamsPerCredential },
      ...(caller.subject.type === 'user'
        ? [{ scope: 'person', name: `person:${caller.subject.id}`, limit: config.streamsPerPerson } as const]
        : []),
      ...(caller.projectId
        ? [{ scope: 'project', name: `project:${caller.projectId}`, limit: config.streamsPerProject } as const]
        : []),
    ] as const;
    for (const { scope, name, limit } of limits)
      if (limit > 0 && (countByName.get(name) ?? 0) >= limit) throw errors.tooManyStreams(scope, limit);
    for (const { name } of limits) acquire(name);
    reply.raw.once('close', () => {
      for (const { name } of limits) release(name);
    });
  };
  app.decorate('countStream', countStream);
  app.addHook('preParsing', async (request, reply) => {
    if (request.caller !== undefined && requestsStream(request)) countStream(request, reply);
  });
}

/** Whether the response to a request is an event stream. */
function requestsStream(request: FastifyRequest): boolean {
  const stream = request.routeOptions.config.operation?.stream;
  return stream !== undefined && stream.byParameter !== true && wantsEvents(request);
}
