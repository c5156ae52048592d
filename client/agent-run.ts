import { randomUUID } from 'node:crypto';
import { type Holdfast, resumingAfter } from './holdfast.ts';
import { AGENT } from './prefixes.ts';
import type { Schemas } from './types.ts';

/** Path parameters of an agent. */
export interface AgentPath {
  readonly org_id: string;
  readonly project_id: string;
  readonly task_agent_id: string;
}

/**
 * Runs an agent and yields the events of the run, each once and in order, until it is done. Continues across approvals
 * and lost connections. Throws ApiError if the API rejects the request.
 */
export async function* runAgent(
  client: Holdfast,
  path: AgentPath,
  body: { readonly message: string; readonly session_id?: string; readonly revision_id?: string },
  signal?: AbortSignal,
): AsyncGenerator<Schemas['RunStreamEvent']> {
  const header = { 'Idempotency-Key': randomUUID() };
  let runId: string | undefined;
  let seen = 0;
  const open = (lastEventId: string | undefined) => {
    if (runId === undefined) return client.stream('post', `${AGENT}/run`, { params: { path, header }, body, signal });
    const params = { path: { ...path, run_id: runId }, query: { follow: true } };
    const headers = resumingAfter(lastEventId);
    return client.stream('get', `${AGENT}/run/{run_id}/events`, { params, headers, signal });
  };
  for await (const event of client.resuming(open, { signal })) {
    // A replay from the run's start repeats events.
    if (Number(event.id) <= seen) continue;
    seen = Number(event.id);
    if (event.event === 'session_id') runId = event.data.run_id;
    yield event;
  }
}
