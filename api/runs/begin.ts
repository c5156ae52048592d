import type { FastifyRequest } from 'fastify';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import type { Accepted, RunRequest } from '../../src/runs/accept.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { ensureWorkflow } from '../../src/runs/start.ts';
import type { ApiContext } from '../context.ts';
import { getPreference, type StartedRun } from '../plugins/waiting.ts';

/** Run to start by a request, and how to load it. */
interface BeginRunInput<T> {
  readonly ctx: ApiContext;
  readonly request: FastifyRequest;
  readonly kind: RunKind;
  readonly id: string;
  readonly read: (db: Executor) => Promise<T | undefined>;
  /** Accepts the run with the additions to its request. */
  readonly accept: (added: Pick<RunRequest, 'onAccepted'>) => Promise<Accepted>;
}

/**
 * Accepts a run, or returns the one accepted by an earlier request with the same key. Without waiting it returns the
 * run as accepted; its first step may start moments later.
 */
export async function beginRun<T>(input: BeginRunInput<T>): Promise<StartedRun<T>> {
  const { ctx, request, kind, id, read, accept } = input;
  if (request.earlierRun !== undefined) {
    const start = () => ensureWorkflow(ctx, kind, id);
    return { started: runBestEffort(ctx.log, 'start a workflow; maintenance will', start, { run_id: id }) };
  }
  let accepted: T | undefined;
  const onAccepted = async (trx: Executor) => {
    accepted = await read(trx);
  };
  const { started } = await accept(getPreference(request).async ? { onAccepted } : {});
  return { accepted, started };
}
