import { describe, expect, it } from 'vitest';
import { audit } from '../../drill/audit.ts';
import type { Evidence, Kind } from '../../drill/evidence.ts';
import type { PlannedCall, PlannedRun } from '../../drill/plan.ts';
import { createRandom } from '../../drill/random.ts';

type Draft<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends ReadonlyMap<infer K, infer V>
    ? Map<K, Draft<V>>
    : T extends ReadonlySet<infer U>
      ? Set<U>
      : T extends readonly (infer U)[]
        ? Draft<U>[]
        : T extends object
          ? { -readonly [K in keyof T]: Draft<T[K]> }
          : T;

const ANNA = 'user:anna';
const BERT = 'user:bert';

/** Consistent records of one run: a sum, and an effect that Anna approved with an edit. */
function createEvidence(): Draft<Evidence> {
  const body = { tag: 'r1t0c0', amount: 5 };
  const url = 'http://tools.example/effect/r1t0c0';
  const asked = { method: 'POST', url, headers: { 'x-asked': 'r1t0c0' }, body };
  const edited = { method: 'POST', url, body: { ...body, amount: 3 } };
  const effect = call('effect', 'r1t0c0', 'http_request', asked, 1, edited);
  const sum = call('sum', 'r1t0c1', 'calculator', { expression: '1+2' }, 0, undefined);
  const plan: PlannedRun = {
    tag: 'r1',
    agent: 'guarded',
    turns: [[effect, sum]],
    texts: [['Let me', ' see.'], ['Done.']],
    start: 'async',
    startTwice: false,
    cancelAfter: undefined,
    budget: { approvals: 1, verdict: 'approve', edited: undefined },
    random: createRandom('test'),
  };
  const payloads: [string, number, object][] = [
    ['session_id', 1, { session_id: 'session', run_id: 'run' }],
    ['text', 1, { text: 'Let me', turn: 1, attempt: 1 }],
    ['text', 1, { text: ' see.', turn: 1, attempt: 1 }],
    ['approval_required', 1, { approval_request_id: 'ask', tool_call_id: 'call-0' }],
    ['text', 2, { text: 'Done.', turn: 2, attempt: 2 }],
    ['done', 2, { status: 'completed', output: 'Done.' }],
  ];
  const events = payloads.map(([kind, turn, payload], index) => ({ seq: index + 1, kind, turn, payload }));
  const common = { run_id: 'run', turn: 1, status: 'done', outcome: 'success' };
  return {
    seen: [
      {
        plan: plan as Draft<PlannedRun>,
        startedBy: 'stream',
        runIds: new Set(['run']),
        sessionId: 'session',
        streams: [
          {
            name: 'follower',
            toTheEnd: true,
            connections: 1,
            events: events.map(({ seq, kind, payload }) => ({
              id: seq,
              event: kind,
              data: structuredClone(payload) as unknown,
              position: String(seq),
            })),
          },
        ],
        decisions: [sent('approve', ANNA, edited)],
        cancelSent: false,
        cancels: [],
        redefined: new Set(),
        asked: 0,
        ended: true,
        progress: events.length,
        oddities: [],
      },
    ],
    stored: {
      runs: [
        {
          id: 'run',
          message: 'r1 go',
          session_id: 'session',
          status: 'completed',
          completed: new Date(2000),
          waiting_for: null,
          error: null,
          output: 'Done.',
          event_seq: events.length,
          turns: 2,
          attempt: 2,
          restarts: 0,
          input_tokens: 20,
          usage_estimated: false,
          charged_credits: '0.004',
          events,
          said: [
            { turn: 1, text: 'Let me see.' },
            { turn: 2, text: 'Done.' },
          ],
        },
      ],
      calls: [
        {
          ...common,
          id: 'call-0',
          provider_call_id: 'r1t0c0',
          tool_name: 'http_request',
          arguments: asked,
          edited_arguments: edited,
          result: { status: 200, body: '{"tag":"r1t0c0"}' },
        },
        {
          ...common,
          id: 'call-1',
          provider_call_id: 'r1t0c1',
          tool_name: 'calculator',
          arguments: { expression: '1+2' },
          edited_arguments: null,
          result: { value: 3 },
        },
      ],
      requests: [
        {
          id: 'ask',
          run_id: 'run',
          tool_call_id: 'call-0',
          kind: 'tool_call',
          status: 'approved',
          arguments: asked,
          approvals_needed: 1,
          decisions: [{ subject: ANNA, decision: 'approve', arguments: edited }],
        },
      ],
      effects: [{ tool_call_id: 'call-0', run_id: 'run', status: 'done' }],
      waits: [{ id: 'wait', run_id: 'run', kind: 'reconnect', ended_at: new Date(0) }],
      taskRuns: [],
      account: { credits: '999999.996', reserved: '0' },
      differences: [],
    },
    performed: [
      {
        tag: 'r1t0c0',
        key: 'call-0',
        method: 'POST',
        path: '/effect/r1t0c0',
        asked: null,
        body: JSON.stringify(edited.body),
        at: 1500,
      },
    ],
    changes: [
      {
        name: 'changes at 0',
        received: [
          { kind: 'agent_run', id: 'run', status: 'queued' },
          { kind: 'agent_run', id: 'run', status: 'running' },
          { kind: 'approval_request', id: 'ask', status: 'pending' },
          { kind: 'approval_request', id: 'ask', status: 'approved' },
          { kind: 'agent_run', id: 'run', status: 'completed' },
        ],
        connections: 1,
        missed: 0,
        atRest: true,
      },
    ],
    records: new Map([
      ['run', { status: 'completed', output: 'Done.', approval_requests: [{ id: 'ask', status: 'approved' }] }],
    ]),
    ended: [],
  };
}

function call(
  kind: PlannedCall['kind'],
  tag: string,
  toolName: string,
  args: Record<string, unknown>,
  approvals: 0 | 1,
  edited: Record<string, unknown> | undefined,
): PlannedCall {
  const asked = { tag, kind, toolName, arguments: args, approvals, edited };
  return { ...asked, verdict: 'approve', repeatable: false, redefines: undefined };
}

function sent(verdict: 'approve' | 'reject', subject: string, args?: Record<string, unknown>) {
  const answers = [{ status: 200, reason: null as string | null, at: 1100 }];
  return { requestId: 'ask', subject, verdict, arguments: args, tampered: false, sentAt: 1000, answers, denied: [] };
}

function cancelled(runStatus: string, at: number, receipt: Partial<Record<'stopped' | 'done' | 'unknown', string[]>>) {
  return { status: 200, reason: null, at, runStatus, receipt: { stopped: [], done: [], unknown: [], ...receipt } };
}

type Doctor = (evidence: Draft<Evidence>) => unknown;
const run = (evidence: Draft<Evidence>) => evidence.stored.runs[0]!;
const seen = (evidence: Draft<Evidence>) => evidence.seen[0]!;
const ask = (evidence: Draft<Evidence>) => evidence.stored.requests[0]!;
const effect = (evidence: Draft<Evidence>) => evidence.stored.calls[0]!;
const stream = (evidence: Draft<Evidence>) => seen(evidence).streams[0]!.events;

const repeatable = (evidence: Draft<Evidence>) =>
  Object.assign(seen(evidence).plan.turns[0]![0]!, { repeatable: true });

/** Manipulations of the records, and the expected finding. */
const DOCTORED: [Kind, string, Doctor][] = [
  ['lost', 'an accepted run without a row', (e) => e.stored.runs.pop()],
  ['lost', 'a run that the API does not know', (e) => e.records.clear()],
  ['twice', 'one key answered with two runs', (e) => seen(e).runIds.add('other')],
  ['twice', 'two rows of one start', (e) => e.stored.runs.push({ ...run(e), id: 'other' })],
  ['twice', 'a run that nobody asked for', (e) => e.stored.runs.push({ ...run(e), id: 'other', message: 'r9 go' })],
  ['twice', 'a call stored twice', (e) => e.stored.calls.push({ ...effect(e), id: 'other' })],
  [
    'twice',
    'a call that the model never made',
    (e) => e.stored.calls.push({ ...effect(e), provider_call_id: 'r1t0c9' }),
  ],
  ['stuck', 'a run that did not end', (e) => Object.assign(run(e), { status: 'running', completed: null })],
  ['stuck', 'a request that is still pending', (e) => (ask(e).status = 'pending')],
  ['stuck', 'a call that still waits to be mended', (e) => (e.stored.waits[0]!.ended_at = null)],
  ['stuck', 'a call that is still open', (e) => (effect(e).status = 'ready')],
  [
    'stuck',
    'a task run that is still open',
    (e) => e.stored.taskRuns.push({ id: 'task', tool_call_id: 'call-0', status: 'cancelling', charged_credits: '0' }),
  ],
  ['wrong_end', 'another output', (e) => (run(e).output = 'Else.')],
  ['wrong_end', 'a turn that was left out', (e) => (run(e).turns = 1)],
  ['wrong_end', 'a cancel that nobody asked for', (e) => (run(e).status = 'cancelled')],
  ['wrong_end', 'a failure that nothing explains', (e) => (run(e).status = 'failed')],
  ['doubled', 'an effect performed twice', (e) => e.performed.push({ ...e.performed[0]! })],
  ['doubled', 'an effect performed again under another key', (e) => e.performed.push({ ...e.performed[0]!, key: 'x' })],
  ['unapproved', 'an effect whose request was cancelled', (e) => (ask(e).status = 'cancelled')],
  ['unapproved', 'an effect before the approval was sent', (e) => (e.performed[0]!.at = 900)],
  ['unapproved', 'an effect that no approval was sent for', (e) => (seen(e).decisions = [])],
  ['unapproved', 'an effect without a request', (e) => (e.stored.requests = [])],
  ['unapproved', 'an effect that belongs to no call', (e) => (e.performed[0]!.tag = 'else')],
  ['unapproved', 'an effect of a call that must have none', (e) => (e.performed[0]!.tag = 'r1t0c1')],
  [
    'unapproved',
    'a turn that nobody allowed the credits for',
    (e) => ((seen(e).plan as { agent: string }).agent = 'thrifty'),
  ],
  [
    'decision_lost',
    'a refusal of more credits after which the run went on',
    (e) => {
      (seen(e).plan as { agent: string }).agent = 'thrifty';
      const asked = { ...ask(e), kind: 'budget', tool_call_id: null, arguments: { credits: '1' }, decisions: [] };
      e.stored.requests.push({ ...asked, id: 'more' }, { ...asked, id: 'again', status: 'rejected' });
    },
  ],
  [
    'misapplied',
    'an effect performed again under another key, of a tool that may repeat under its own',
    (e) => {
      repeatable(e);
      e.performed.push({ ...e.performed[0]!, key: 'x' });
    },
  ],
  [
    'untrue',
    'a call that nobody decided on in time and that was made',
    (e) => Object.assign(ask(e), { status: 'expired', decisions: [] }),
  ],
  [
    'untrue',
    'an effect left unknown although nobody was late to say',
    (e) => (e.stored.effects[0]!.status = 'unknown'),
  ],
  [
    'unapproved',
    'an effect after the receipt of a cancel',
    (e) => seen(e).cancels.push(cancelled('cancelled', 900, {})),
  ],
  ['altered', 'another body', (e) => (e.performed[0]!.body = '{"tag":"r1t0c0","amount":5}')],
  ['altered', 'a header that the reviewer removed', (e) => (e.performed[0]!.asked = 'r1t0c0')],
  ['altered', 'another method', (e) => (e.performed[0]!.method = 'PUT')],
  ['altered', 'another path', (e) => (e.performed[0]!.path = '/effect/r1t0c0?more')],
  ['altered', 'an effect of a tool that had become another', (e) => seen(e).redefined.add('r1t0c0')],
  ['against_rejection', 'an effect of a rejected call', (e) => (ask(e).status = 'rejected')],
  ['untrue', 'an effect that is done and did not happen', (e) => (e.performed = [])],
  ['untrue', 'an effect that failed and happened', (e) => (e.stored.effects[0]!.status = 'failed')],
  ['untrue', 'an effect that is not in the ledger', (e) => (e.stored.effects = [])],
  ['untrue', 'an effect that is left open', (e) => (e.stored.effects[0]!.status = 'sent')],
  ['untrue', 'a result of another call', (e) => (effect(e).result = { status: 200, body: '{"tag":"r7t0c0"}' })],
  ['untrue', 'a call that is missing', (e) => e.stored.calls.pop()],
  ['untrue', 'a call with other arguments than the model gave', (e) => (effect(e).arguments = {})],
  ['untrue', 'another status at the API', (e) => (e.records.get('run')!.status = 'failed')],
  [
    'untrue',
    'another request status at the API',
    (e) => (e.records.get('run')!.approval_requests[0]!.status = 'pending'),
  ],
  [
    'untrue',
    'a receipt that hides an effect',
    (e) => seen(e).cancels.push(cancelled('cancelled', 9000, { stopped: ['call-0'] })),
  ],
  [
    'untrue',
    'a receipt with an effect that did not happen',
    (e) => [e.performed.pop(), seen(e).cancels.push(cancelled('cancelled', 9000, { done: ['call-0'] }))],
  ],
  ['decision_lost', 'an accepted decision that is not on record', (e) => (ask(e).decisions = [])],
  ['decision_lost', 'an approved call that ended as rejected', (e) => (effect(e).outcome = 'rejected')],
  ['decision_lost', 'a rejected call that was made', (e) => (ask(e).status = 'rejected')],
  [
    'decision_lost',
    'a rejection that has to end the run, which went on',
    (e) => {
      ask(e).status = 'rejected';
      effect(e).outcome = 'rejected';
      (seen(e).plan as { agent: string }).agent = 'strict';
    },
  ],
  [
    'decision_lost',
    'a confirmed cancel of a run that went on',
    (e) => seen(e).cancels.push(cancelled('cancelled', 9000, {})),
  ],
  ['misapplied', 'an approval on record as a rejection', (e) => (ask(e).decisions[0]!.decision = 'reject')],
  ['misapplied', 'a decision that nobody sent', (e) => (ask(e).decisions[0]!.subject = BERT)],
  ['misapplied', 'a decision with other arguments', (e) => (ask(e).decisions[0]!.arguments = { method: 'GET' })],
  ['misapplied', 'arguments that were not put in place', (e) => (effect(e).edited_arguments = null)],
  ['misapplied', 'two people with the winning decision', (e) => seen(e).decisions.push(sent('reject', BERT))],
  ['misapplied', 'a tampered decision that was accepted', (e) => (seen(e).decisions[0]!.tampered = true)],
  ['misapplied', 'an answer that does not show the decision', (e) => seen(e).decisions[0]!.denied.push('{}')],
  [
    'misapplied',
    'one key with two answers',
    (e) => seen(e).decisions[0]!.answers.push({ status: 409, reason: 'APPROVAL_REQUEST_NOT_PENDING', at: 1200 }),
  ],
  ['misapplied', 'a request that shows the arguments of another call', (e) => (ask(e).arguments = {})],
  ['misapplied', 'a request approved by too few', (e) => (ask(e).approvals_needed = 2)],
  ['misapplied', 'an effect under the key of another call', (e) => (e.performed[0]!.key = 'call-1')],
  ['gap', 'an event that a reader missed', (e) => stream(e).splice(2, 1)],
  ['gap', 'an end that a reader missed', (e) => stream(e).pop()],
  ['gap', 'a number that is not stored', (e) => run(e).events.splice(2, 1)],
  ['repeat', 'an event that came twice', (e) => stream(e).splice(2, 0, stream(e)[1]!)],
  ['repeat', 'events out of order', (e) => stream(e).splice(1, 2, stream(e)[2]!, stream(e)[1]!)],
  ['differs', 'an event that came otherwise than it is stored', (e) => (stream(e)[1]!.data = { text: 'Let you' })],
  ['differs', 'a turn stored with other words', (e) => (run(e).said[0]!.text = 'Let me')],
  ['differs', 'words of a dead attempt', (e) => (run(e).events[1]!.payload = { text: 'Let it', turn: 1, attempt: 1 })],
  ['differs', 'two ends', (e) => (run(e).events[4]!.kind = 'done')],
  ['credits', 'a charge without a run', (e) => (e.stored.account.credits = '999999.99')],
  ['credits', 'credits that stay set aside', (e) => (e.stored.account.reserved = '1.5')],
  [
    'credits',
    'a run that contradicts the ledger',
    (e) =>
      (e.stored.differences = [{ org_id: 'org', subject: 'agent_runs', id: 'run-1', actual: '0.004', booked: '0' }]),
  ],
  ['credits', 'a turn whose tokens count twice', (e) => (run(e).input_tokens = 30)],
  ['changes', 'an end of a run that was not published', (e) => e.changes[0]!.received.pop()],
  ['changes', 'a decision that was not published', (e) => e.changes[0]!.received.splice(3, 1)],
  ['changes', 'another end', (e) => (e.changes[0]!.received[4]!.status = 'failed')],
  ['changes', 'a run that is not there', (e) => (e.changes[0]!.received[0]!.id = 'other')],
  ['changes', 'counts that never came to rest', (e) => (e.changes[0]!.atRest = false)],
  ['odd', 'an answer that nobody expects', (e) => seen(e).oddities.push('the start answered 404')],
  [
    'odd',
    'a refusal without reason',
    (e) => (seen(e).decisions[0]!.answers = [{ status: 403, reason: 'PERMISSION_CHECK_FAILED', at: 1100 }]),
  ],
  ['ended', 'a worker that ended by itself', (e) => e.ended.push('worker-1: out of memory')],
];

describe('the audit of a drill', () => {
  it('finds nothing in consistent records', () => {
    expect(audit(createEvidence() as Evidence)).toEqual([]);
  });

  it('allows an effect twice with its key if its tool allows that', () => {
    const evidence = createEvidence();
    repeatable(evidence);
    evidence.performed.push({ ...evidence.performed[0]! });
    expect(audit(evidence as Evidence)).toEqual([]);
  });

  it('allows a repeated change to a follower of the project who reconnects', () => {
    const evidence = createEvidence();
    const { received } = evidence.changes[0]!;
    received.push(...received);
    expect(audit(evidence as Evidence)).toEqual([]);
  });

  it.each([
    ['drillapi__perform', 'api', { tag: 'r1t0c0', body: { amount: 3 } }, 'POST', '/api/r1t0c0', { amount: 3 }],
    ['drillmcp__perform', 'mcp', { tag: 'r1t0c0', amount: 3 }, 'MCP', 'perform', { tag: 'r1t0c0', amount: 3 }],
  ] as const)('knows the external effect of a call of %s', (toolName, kind, args, method, path, body) => {
    const evidence = createEvidence();
    Object.assign(seen(evidence).plan.turns[0]![0]!, { kind, toolName, arguments: args, edited: undefined });
    Object.assign(effect(evidence), { tool_name: toolName, arguments: args, edited_arguments: null });
    Object.assign(ask(evidence), {
      arguments: args,
      decisions: [{ subject: ANNA, decision: 'approve', arguments: null }],
    });
    seen(evidence).decisions = [sent('approve', ANNA)];
    Object.assign(evidence.performed[0]!, { method, path, body: JSON.stringify(body) });
    expect(audit(evidence as Evidence)).toEqual([]);
    evidence.performed[0]!.body = '{}';
    expect(audit(evidence as Evidence).map((violation) => violation.kind)).toEqual(['altered']);
  });

  it.each(DOCTORED)('reports as %s: %s', (kind, _what, doctor) => {
    const evidence = createEvidence();
    doctor(evidence);
    expect(audit(evidence as Evidence).map((violation) => violation.kind)).toContain(kind);
  });
});
