import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { wantsEvents } from './sse.ts';

/**
 * Holds each credential, each person with all their credentials, and each project to so many streams at once in this process:
 * a stream that stays open costs more than a request, and who opens a thousand would leave none to others. Refused before
 * anything is begun.
 */
export function limitStreams(app: FastifyInstance, { config }: ApiContext): void {
  const open = new Map<string, number>();
  const take = (name: string) => {
    open.set(name, (open.get(name) ?? 0) + 1);
  };
  const release = (name: string) => {
    const left = (open.get(name) ?? 1) - 1;
    if (left === 0) open.delete(name);
    else open.set(name, left);
  };
  app.addHook('preParsing', async (request, reply) => {
    const { caller } = request;
    if (caller === undefined || !opensStream(request)) return;
    const bounds = [
      { of: 'credential', name: `credential:${caller.credentialId}`, most: config.streamsPerCredential },
      ...(caller.subject.type === 'user'
        ? [{ of: 'person', name: `person:${caller.subject.id}`, most: config.streamsPerPerson } as const]
        : []),
      ...(caller.projectId
        ? [{ of: 'project', name: `project:${caller.projectId}`, most: config.streamsPerProject } as const]
        : []),
    ] as const;
    for (const { of, name, most } of bounds)
      if (most > 0 && (open.get(name) ?? 0) >= most) throw errors.tooManyStreams(of, most);
    for (const { name } of bounds) take(name);
    reply.raw.once('close', () => {
      for (const { name } of bounds) release(name);
    });
  });
}

/** Whether the answer to a request is a stream of events. */
function opensStream(request: FastifyRequest): boolean {
  return request.routeOptions.config.operation?.stream?.events !== undefined && wantsEvents(request);
}
