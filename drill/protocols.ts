import { setTimeout as pause } from 'node:timers/promises';
import { getBackoffMs, isFaultStatus } from './client.ts';
import { FIXED_TOOL, getFixedMessage } from './fixed-call.ts';
import type { RunObservation } from './observation.ts';
import type { DrillWorld } from './world.ts';

/** Interval between two searches for a started run, in milliseconds. */
const SEARCH_MS = 100;
/** Time after a failed request in which its run may still appear, in milliseconds. */
const LATE_START_MS = 5000;

/** A start of a run by another protocol. */
interface ProtocolStart {
  readonly message: string;
  /** Idempotency key. A request without one is repeated only if no run has started. */
  readonly key: string | undefined;
  readonly url: string;
  readonly body: object;
}

/** Starts a run by the chat completions of the OpenAI API, and returns its id once it is stored. */
export function startChat(world: DrillWorld, seen: RunObservation, message: string, key: string, api: number) {
  const { task_agent_id: id } = world.agents[seen.plan.agent];
  const body = { model: `agent/${id}`, messages: [{ role: 'user', content: message }] };
  return startRun(world, seen, { message, key, url: '/v1/chat/completions', body }, api);
}

/** Starts a run by a call of the agent at the project's MCP server, and returns its id once it is stored. */
export function startGatewayCall(world: DrillWorld, seen: RunObservation, message: string, api: number) {
  return callTool(world, seen, { name: seen.plan.agent, arguments: { message } }, message, api);
}

/** Starts the run of a call of the fixed tool, and returns its id once it is stored. */
export function startFixedCall(world: DrillWorld, seen: RunObservation, api: number) {
  const args = seen.plan.turns[0]?.[0]?.arguments;
  return callTool(world, seen, { name: FIXED_TOOL, arguments: args }, getFixedMessage(seen.plan), api);
}

function callTool(world: DrillWorld, seen: RunObservation, params: object, message: string, api: number) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return startRun(world, seen, { message, key: undefined, url: `/mcp/${world.projectId}`, body }, api);
}

/**
 * Sends the request, again at the next API while it is not answered, and finds its run. The response comes only
 * when the run has ended or waits.
 */
async function startRun(world: DrillWorld, seen: RunObservation, start: ProtocolStart, api: number): Promise<void> {
  const answered = request(world, seen, start, api);
  // Awaited below. A failure before that must not count as unhandled.
  answered.catch(() => undefined);
  let isAnswered = false;
  void answered
    .finally(() => {
      isAnswered = true;
    })
    .catch(() => undefined);
  while (seen.runIds.size === 0 && !isAnswered) {
    for (const id of await findRuns(world, start.message)) seen.runIds.add(id);
    if (seen.runIds.size === 0) await pause(SEARCH_MS);
  }
  if (!isAnswered) return;
  await answered;
  for (const id of await findRuns(world, start.message)) seen.runIds.add(id);
}

async function request(
  world: DrillWorld,
  seen: RunObservation,
  { message, key, url, body }: ProtocolStart,
  first: number,
): Promise<void> {
  const [owner] = world.people;
  for (let api = first; !seen.ended; api++) {
    world.signal.throwIfAborted();
    const headers = {
      authorization: `Bearer ${owner.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const base = world.apis[api % world.apis.length] ?? '';
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: world.signal };
    const response = await fetch(`${base}${url}`, init).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response && text !== undefined && !isFaultStatus(response.status)) {
      const ids = await findRuns(world, message);
      for (const id of [...ids, ...getAnsweredRuns(text)]) seen.runIds.add(id);
      // The OpenAI API answers with the error of a failed run.
      if (ids.length === 0) seen.oddities.push(`the start at ${url} answered ${response.status}: ${text}`);
      return;
    }
    await pause(key === undefined ? LATE_START_MS : getBackoffMs(api - first));
    if (key === undefined && (await findRuns(world, message)).length > 0) return;
  }
}

/** Returns the run that a response of the MCP server names. */
function getAnsweredRuns(text: string): string[] {
  const id = /"run_id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  return id === undefined ? [] : [id];
}

/** Finds the stored runs of a message. Waits while the database is down. */
async function findRuns({ db, projectId, signal }: DrillWorld, message: string): Promise<string[]> {
  const runs = db.selectFrom('agent_runs').select('id').where('project_id', '=', projectId);
  for (;;) {
    signal.throwIfAborted();
    try {
      const rows = await runs.where('message', '=', message).execute();
      return rows.map(({ id }) => id);
    } catch {
      await pause(SEARCH_MS);
    }
  }
}
