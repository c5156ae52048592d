import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { wantsEvents } from './sse.ts';

/**
 * Limits the concurrent streams per credential, user and project in this process, because an open stream costs more than a
 * request. Throws a 429 before the handler starts.
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
  app.addHook('preParsing', async (request, reply) => {
    const { caller } = request;
    if (caller === undefined || !requestsStream(request)) return;
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
  });
}

/** Whether the response to a request is an event stream. */
function requestsStream(request: FastifyRequest): boolean {
  return request.routeOptions.config.operation?.stream?.events !== undefined && wantsEvents(request);
}
