/** The Tasks extension of revision 2026-07-28. A task is the run of a call, so every process serves it. */

import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { FastifyError } from 'fastify';
import { DomainError } from '../../src/platform/errors.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { canElicitUrl, canPollTasks, TASKS_EXTENSION } from './client-capabilities.ts';
import type { McpSession } from './session.ts';
import { toDetailedTask } from './task-records.ts';
import { cancelOwnRun, getOwnRun, type TaskParams, toTaskError } from './tasks.ts';

const PARAMS: StandardSchemaV1<TaskParams> = {
  '~standard': {
    version: 1,
    vendor: 'holdfast',
    validate: (value) => (isRecord(value) ? { value } : { issues: [{ message: 'must be an object' }] }),
  },
};

/** Accepts that a run ended before it was cancelled. */
function acceptEnded(error: unknown): void {
  if (!(error instanceof DomainError && error.reason === 'RUN_ENDED')) throw error;
}

type TaskHandler = (params: TaskParams, context: ServerContext) => Promise<object>;

/** Registers the methods by which clients poll, answer and cancel tasks. */
export function registerTaskExtension(server: Server, session: McpSession): void {
  const { ctx } = session;
  const handlers: Readonly<Record<string, TaskHandler>> = {
    'tasks/get': async (params, context) =>
      toDetailedTask(ctx, await getOwnRun(session, params), { canElicitUrl: canElicitUrl(context) }),
    'tasks/update': async (params, { mcpReq }) => {
      await getOwnRun(session, params);
      if (mcpReq.inputResponses === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'inputResponses is required');
      // A person decides on the page that the client opened, so its answer changes nothing.
      return {};
    },
    'tasks/cancel': async (params) => {
      const run = await getOwnRun(session, params);
      if (!run.isCompleted) await cancelOwnRun(session, run).catch(acceptEnded);
      return {};
    },
  };
  for (const [method, handle] of Object.entries(handlers))
    server.setRequestHandler(method, { params: PARAMS }, async (params, context) => {
      if (!canPollTasks(context))
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
        });
      try {
        return { ...(await handle(params, context)) };
      } catch (error) {
        throw toTaskError(error as FastifyError, session);
      }
    });
}
