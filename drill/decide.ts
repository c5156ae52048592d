import { type AgentPath, APPROVAL_REQUEST } from '../client/index.ts';
import { newId } from '../src/platform/ids.ts';
import { findReason, type Person } from './client.ts';
import type { PlannedCall } from './plan.ts';

/** Planned answers of the approvers. */
type PlannedAnswer = Pick<PlannedCall, 'approvals' | 'verdict' | 'edited'>;

import type { RunObservation, SentDecision } from './observation.ts';
import type { Random } from './random.ts';
import type { DrillWorld } from './world.ts';

/** A pending request, as an event showed it. */
export interface OpenRequest {
  readonly id: string;
  readonly toolCallId: string;
  /** Agent of the request. */
  readonly agent: AgentPath;
}

/** Planned decision of one person. */
interface Ballot {
  readonly person: Person;
  readonly verdict: 'approve' | 'reject';
  readonly arguments: Record<string, unknown> | undefined;
  /** Sent to two processes at once under one key. */
  readonly twice: boolean;
  readonly tampered: boolean;
}

/** Time that a client waits for the response to a decision before it reads the request, in milliseconds. */
const ANSWER_TIMEOUT_MS = 8000;

/** Decides a request as planned, with one of several kinds of conflicts between people. */
export async function decidePlanned(
  world: DrillWorld,
  seen: RunObservation,
  request: OpenRequest,
  call: PlannedAnswer,
) {
  const { random } = seen.plan;
  if (call.verdict === 'none') return;
  const { verdict } = call;
  const first = planBallots(world, random, { ...call, verdict });
  const [owner, editor] = world.people;
  const plain = { verdict, arguments: call.edited, tampered: false, twice: false };
  const rest = call.approvals === 2 && call.verdict === 'approve' ? [owner, editor] : [owner];
  await castUntilEnded(
    world,
    seen,
    request,
    first,
    rest.map((person) => ({ ...plain, person })),
  );
}

/** Answers truthfully whether a call took effect. */
export async function decideConfirm(world: DrillWorld, seen: RunObservation, request: OpenRequest) {
  const { random } = seen.plan;
  const happened = await world.tools.didHappen(request.toolCallId);
  const verdict = happened ? 'approve' : 'reject';
  const ballot = { verdict, arguments: undefined, tampered: false, twice: random.chance(0.3) } as const;
  const people = random.chance(0.3) ? world.people : [random.pick(world.people)];
  const ballots = people.map((person) => ({ ...ballot, person }));
  await castUntilEnded(world, seen, request, ballots, ballots.slice(0, 1));
  seen.asked += 1;
}

function planBallots(
  world: DrillWorld,
  random: Random,
  call: PlannedAnswer & { readonly verdict: 'approve' | 'reject' },
): Ballot[] {
  const [owner, editor, third] = world.people;
  const other = call.verdict === 'approve' ? 'reject' : 'approve';
  const planned = (person: Person, twice = random.chance(0.25)): Ballot => ({
    person,
    verdict: call.verdict,
    arguments: call.edited,
    twice,
    tampered: false,
  });
  const against = (person: Person): Ballot => ({ ...planned(person), verdict: other, arguments: undefined });
  const tampered = (person: Person): Ballot => ({ ...planned(person, false), verdict: 'approve', tampered: true });
  const pair =
    call.approvals === 2 && call.verdict === 'approve' ? [planned(owner), planned(editor)] : [planned(owner)];
  const style = random.whole(1, 20);
  if (style <= 10) return pair;
  // The same person decides twice under two keys.
  if (style <= 12) return [...pair, planned(owner)];
  if (style <= 15) return [...pair, against(third)];
  if (style <= 17) return [...pair, tampered(third)];
  return [...pair, planned(third), against(editor)];
}

/** Casts the ballots in parallel, then repeats the regular ones until the request is no longer pending. */
async function castUntilEnded(
  world: DrillWorld,
  seen: RunObservation,
  request: OpenRequest,
  first: readonly Ballot[],
  plain: readonly Ballot[],
): Promise<void> {
  const path = { ...request.agent, approval_request_id: request.id };
  const { random } = seen.plan;
  for (let ballots = first; ; ballots = plain) {
    await Promise.all(ballots.map((ballot) => cast(world, seen, path, ballot)));
    const [owner] = world.people;
    const record = await world.client.ask(owner, random.whole(0, 1), (client, signal) =>
      client.get(APPROVAL_REQUEST, { params: { path }, signal }),
    );
    if (record?.status !== 200) {
      seen.oddities.push(`reading request ${request.id} answered ${record?.status}`);
      return;
    }
    if (record.data.status !== 'pending') return;
  }
}

async function cast(
  world: DrillWorld,
  seen: RunObservation,
  path: AgentPath & { readonly approval_request_id: string },
  ballot: Ballot,
) {
  const { person, verdict, tampered } = ballot;
  const decision: SentDecision = {
    requestId: path.approval_request_id,
    subject: person.subject,
    verdict,
    arguments: ballot.arguments,
    tampered,
    sentAt: Date.now(),
    answers: [],
    denied: [],
  };
  seen.decisions.push(decision);
  const key = newId();
  const body = {
    ...(ballot.arguments === undefined ? {} : { arguments: ballot.arguments }),
    ...(tampered ? { arguments_digest: '0'.repeat(64) } : {}),
  };
  const params = { path, header: { 'Idempotency-Key': key } };
  const send = async (api: number) => {
    const answer = await world.client.ask(
      person,
      api,
      (client, signal) => client.post(`${APPROVAL_REQUEST}/${verdict}`, { params, body, signal }),
      ANSWER_TIMEOUT_MS,
    );
    if (!answer) return;
    decision.answers.push({ status: answer.status, reason: findReason(answer), at: Date.now() });
    if (answer.status !== 200) return;
    const record = answer.data;
    const made = record.decisions.some((one) => one.by === person.subject && one.decision === verdict);
    if (record.id !== decision.requestId || !made) decision.denied.push(JSON.stringify(record).slice(0, 400));
  };
  const api = seen.plan.random.whole(0, 1);
  await Promise.all(ballot.twice ? [send(api), send(api + 1)] : [send(api)]);
}
