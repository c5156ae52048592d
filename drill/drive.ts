import { setTimeout as pause } from 'node:timers/promises';
import { AGENT, type ApprovalKind, approvalKind, type Holdfast, type Schemas } from '../client/index.ts';
import { toCanonicalJson } from '../src/platform/digest.ts';
import { newId } from '../src/platform/ids.ts';
import { findReason, getBackoffMs, isFaultStatus } from './client.ts';
import { decideConfirm, decidePlanned, type OpenRequest } from './decide.ts';
import { createRunObservation, type RunObservation, type SeenEvent, type SeenStream } from './observation.ts';
import { createScript, type PlannedRun, type PlannedSession } from './plan.ts';
import { startChat, startFixedCall, startGatewayCall } from './protocols.ts';
import type { DrillWorld } from './world.ts';

/** Executes the runs of a session in order. Stops early when the drill gives up. */
export async function driveSession(world: DrillWorld, session: PlannedSession, all: RunObservation[]): Promise<void> {
  let sessionId: string | undefined;
  for (const plan of session.runs) {
    const seen = createRunObservation(plan, sessionId);
    all.push(seen);
    try {
      await driveRun(world, seen);
    } catch (error) {
      if (!world.signal.aborted) throw error;
      return;
    }
    ({ sessionId } = seen);
    if (!seen.ended) return;
  }
}

async function driveRun(world: DrillWorld, seen: RunObservation): Promise<void> {
  const { plan } = seen;
  await world.model.script(plan.tag, createScript(plan, world.mixed));
  const runId = await start(world, seen);
  if (runId === undefined) return;
  const tasks: Promise<unknown>[] = [];
  await followToTheEnd(world, seen, runId, (event) => {
    const task = react(world, seen, runId, event);
    // Awaited at the end. A failure before that must not count as unhandled.
    task.catch(() => undefined);
    tasks.push(task);
  });
  await Promise.all(tasks);
}

/** Starts the run as planned and returns its id; undefined if it was rejected. */
async function start(world: DrillWorld, seen: RunObservation): Promise<string | undefined> {
  const { plan, startedBy } = seen;
  const key = newId();
  const message = `${plan.tag} ${world.model.marker(plan.tag)}`;
  const body = { message, ...(seen.sessionId === undefined ? {} : { session_id: seen.sessionId }) };
  const api = plan.random.whole(0, 1);
  const send = (at: number) => {
    if (startedBy === 'stream') return startStream(world, seen, { body, key, api: at });
    if (startedBy === 'chat') return startChat(world, seen, message, key, at);
    if (startedBy === 'mcp') return startGatewayCall(world, seen, message, at);
    if (startedBy === 'tool') return startFixedCall(world, seen, at);
    return startPlain(world, seen, { body, key, api: at });
  };
  // A call at the MCP server has no idempotency key.
  const isTwice = plan.startTwice && startedBy !== 'mcp' && startedBy !== 'tool';
  await Promise.all(isTwice ? [send(api), send(api + 1)] : [send(api)]);
  return [...seen.runIds][0];
}

interface Start {
  readonly body: { readonly message: string; readonly session_id?: string };
  readonly key: string;
  readonly api: number;
}

async function startPlain(world: DrillWorld, seen: RunObservation, { body, key, api }: Start): Promise<void> {
  const [owner] = world.people;
  const Prefer = seen.startedBy === 'async' ? 'respond-async' : 'wait=2';
  const params = { path: world.agents[seen.plan.agent], header: { 'Idempotency-Key': key, Prefer } };
  const answer = await world.client.ask(owner, api, (client, signal) =>
    client.post(`${AGENT}/run`, { params, body, signal }),
  );
  if (answer?.status === 200 || answer?.status === 202) seen.runIds.add(answer.data.id);
  else seen.oddities.push(`the start answered ${answer?.status}: ${JSON.stringify(answer?.data)}`);
}

/** Retries a stream without a response under the same key. Afterwards, followers continue it. */
async function startStream(world: DrillWorld, seen: RunObservation, { body, key, api }: Start): Promise<void> {
  const [owner] = world.people;
  const params = { path: world.agents[seen.plan.agent], header: { 'Idempotency-Key': key } };
  const stream = createStream(seen, `start at ${api % 2}`, false);
  for (let at = api; stream.connections === 0; at++) {
    world.signal.throwIfAborted();
    const reading = new Promise<number | undefined>((resolve, reject) => {
      const each = (event: SeenEvent) => {
        stream.events.push(event);
        return true;
      };
      world.client
        .stream(
          owner,
          at,
          (client, signal) => client.stream('post', `${AGENT}/run`, { params, body, signal }),
          each,
          ({ runId }) => {
            stream.connections += 1;
            if (runId !== undefined) seen.runIds.add(runId);
            resolve(200);
          },
        )
        .then((end) => resolve(end?.status), reject);
    });
    const status = await reading;
    if (status !== undefined && status !== 200 && !isFaultStatus(status)) {
      seen.oddities.push(`the streamed start answered ${status}`);
      return;
    }
    if (status !== 200) await pause(getBackoffMs(at - api));
  }
}

function createStream(seen: RunObservation, name: string, toTheEnd: boolean): SeenStream {
  const stream: SeenStream = { name, events: [], connections: 0, toTheEnd };
  seen.streams.push(stream);
  return stream;
}

/** Reads every event of the run across lost connections and crashes, at both processes. */
async function followToTheEnd(
  world: DrillWorld,
  seen: RunObservation,
  runId: string,
  hear: (event: SeenEvent) => void,
): Promise<void> {
  const { random, agent } = seen.plan;
  const [owner] = world.people;
  const stream = createStream(seen, 'follower', true);
  const params = { path: { ...world.agents[agent], run_id: runId }, query: { follow: true } };
  let last = 0;
  let failures = 0;
  while (!seen.ended) {
    world.signal.throwIfAborted();
    const most = random.chance(0.5) ? random.whole(1, 6) : Number.POSITIVE_INFINITY;
    let count = 0;
    const headers: Record<string, string> = last === 0 ? {} : { 'last-event-id': String(last) };
    const open = (client: Holdfast, signal: AbortSignal) =>
      client.stream('get', `${AGENT}/run/{run_id}/events`, { params, headers, signal });
    stream.connections += 1;
    const end = await world.client.stream(owner, random.whole(0, 1), open, (event) => {
      stream.events.push(event);
      last = event.id;
      count += 1;
      seen.progress = stream.events.length;
      world.moved();
      hear(event);
      if (event.event === 'done') seen.ended = true;
      return count < most || seen.ended;
    });
    const status = end?.status ?? 503;
    if (status === 204 || (status >= 400 && !isFaultStatus(status))) {
      seen.oddities.push(`following from event ${last} answered ${status} before the run's end was seen`);
      return;
    }
    failures = count === 0 ? failures + 1 : 0;
    if (!seen.ended) await pause(getBackoffMs(failures));
  }
}

/** Reacts to an event as the planned people do. */
async function react(world: DrillWorld, seen: RunObservation, runId: string, event: SeenEvent): Promise<void> {
  const { plan } = seen;
  const agent = world.agents[plan.agent];
  const data = event.data as Record<string, unknown>;
  if (event.event === 'session_id') seen.sessionId = String(data.session_id);
  if (event.id === plan.cancelAfter) await cancel(world, seen, runId);
  if (event.event === 'call_parked') return world.repairer.repair(String(data.kind), String(data.waits_on));
  if (event.event !== 'approval_required') return;
  const request = {
    id: String(data.approval_request_id),
    toolCallId: String(data.tool_call_id),
    agent,
  };
  const kind = approvalKind(event.data as Schemas['RunStreamApprovalRequired']['data']);
  await DECIDE[kind](world, seen, request, data.arguments);
}

type Decide = (world: DrillWorld, seen: RunObservation, request: OpenRequest, args: unknown) => Promise<void>;

/** How people decide each kind of request. */
const DECIDE: Readonly<Record<ApprovalKind, Decide>> = {
  tool_call: decideToolCall,
  confirm_effect: decideConfirm,
  budget: (world, seen, request) => decidePlanned(world, seen, request, seen.plan.budget),
};

async function decideToolCall(
  world: DrillWorld,
  seen: RunObservation,
  request: OpenRequest,
  args: unknown,
): Promise<void> {
  const { plan } = seen;
  const shown = toCanonicalJson(args);
  const call = plan.turns.flat().find((planned) => toCanonicalJson(planned.arguments) === shown);
  if (!call) {
    seen.oddities.push(`request ${request.id} shows arguments of no planned call: ${shown}`);
    return;
  }
  if (call.redefines !== undefined) {
    world.tools.connections.change(call.redefines);
    seen.redefined.add(call.tag);
  }
  await pause(plan.random.whole(0, 400));
  return decidePlanned(world, seen, request, call);
}

async function cancel(world: DrillWorld, seen: RunObservation, runId: string): Promise<void> {
  const { random, agent } = seen.plan;
  const header = { 'Idempotency-Key': newId(), Prefer: 'wait=15' };
  const params = { path: { ...world.agents[agent], run_id: runId }, header };
  const person = random.pick(world.people);
  seen.cancelSent = true;
  const send = async (api: number) => {
    const answer = await world.client.ask(person, api, (client, signal) =>
      client.post(`${AGENT}/run/{run_id}/cancel`, { params, signal }),
    );
    if (!answer) return;
    const receipt = answer.status === 200 || answer.status === 202 ? answer.data : undefined;
    const ids = (calls: readonly { readonly tool_call_id: string }[]) => calls.map((call) => call.tool_call_id);
    seen.cancels.push({
      status: answer.status,
      reason: findReason(answer),
      at: Date.now(),
      receipt: receipt
        ? { stopped: ids(receipt.stopped), done: ids(receipt.done), unknown: ids(receipt.unknown) }
        : null,
      runStatus: receipt?.run.status ?? null,
    });
  };
  const api = random.whole(0, 1);
  await Promise.all(random.chance(0.5) ? [send(api), send(api + 1)] : [send(api)]);
}

/** Returns the progress of a run, 0 to 1. */
export function getProgress(seen: RunObservation, expected: (plan: PlannedRun) => number): number {
  return seen.ended ? 1 : Math.min(0.95, seen.progress / expected(seen.plan));
}
