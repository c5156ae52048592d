import { IS_APPROVAL_POSITIVE } from '../approvals/kind.ts';
import { getRequestKind, type Step, type StepEvent, type StepKind, type StepState, type StoredTurn } from './step.ts';
import { createUpdateScheduler } from './update-scheduler.ts';

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The steps of one run, built from its events. It lives outside React: thousands of events arrive at once, but
 * subscribers are notified once per frame at most.
 */
export class RunSteps {
  readonly list: Step[] = [];
  /** Increases with every visible change. */
  version = 0;
  /** Sequence number of the last event. */
  lastSeq = 0;
  /** Whether the final event has arrived. */
  isComplete = false;
  /** Whether the stored turns were added. Until then, rows could still move down. */
  hasTurns = false;
  readonly #byId = new Map<string, Step>();
  readonly #turns = new Map<number, { readonly step: Step; readonly attempt: number }>();
  readonly #runningTurns = new Set<Step>();
  readonly #parkedSteps = new Map<string, readonly Step[]>();
  readonly #listeners = new Set<() => void>();
  #turn = 0;
  /** The last added event. */
  #lastEvent: StepEvent | undefined;
  /** Notifies the subscribers of a number of new events. */
  readonly #notify: (eventCount: number) => void;

  /** `requestFrame` defers a callback to the next frame. */
  constructor(requestFrame: (callback: () => void) => void) {
    this.#notify = createUpdateScheduler(() => {
      this.version++;
      for (const listener of this.#listeners) listener();
    }, requestFrame);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  find(id: string | undefined): Step | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Returns the first pending approval request. */
  findPendingApproval(): Step | undefined {
    return this.list.find(({ state, payload }) => state === 'waiting' && payload.approval_request_id !== undefined);
  }

  /** Adds events and skips those already added. */
  addEvents(events: readonly StepEvent[]): void {
    for (const received of events) {
      if (received.seq <= this.lastSeq) continue;
      this.lastSeq = received.seq;
      // Stored events carry the server's time and streamed ones this machine's. Times must not decrease.
      const event = { ...received, at: Math.max(received.at, this.#lastEvent?.at ?? received.at) };
      EVENT_HANDLERS[event.kind]?.(this, event);
      this.#lastEvent = event;
    }
    this.#notify(events.length);
  }

  /** Replaces arrival times by the stored times of the events. */
  applyStoredTimes(stored: readonly StepEvent[]): void {
    const times = new Map(stored.map(({ seq, at }) => [seq, at]));
    for (const step of this.list) {
      step.startedAt = times.get(step.startSeq) ?? step.startedAt;
      if (step.endSeq !== undefined) step.endedAt = times.get(step.endSeq) ?? step.endedAt;
    }
    this.#notify(0);
  }

  startStep(event: StepEvent, step: Pick<Step, 'id' | 'kind' | 'level' | 'state'> & Partial<Step>): Step {
    const { at, seq, payload } = event;
    const newStep: Step = {
      name: '',
      startedAt: at,
      startSeq: seq,
      endedAt: undefined,
      endSeq: undefined,
      turn: this.#turn,
      text: '',
      payload,
      result: undefined,
      ...step,
    };
    const existing = this.#byId.get(newStep.id);
    if (existing) return existing;
    if (newStep.state === 'point') setEnd(newStep, event);
    this.#byId.set(newStep.id, newStep);
    this.list.push(newStep);
    return newStep;
  }

  endStep(id: string, event: StepEvent, state: StepState, outcome: string): void {
    const step = this.#byId.get(id);
    if (!step) return;
    setEnd(step, event);
    step.state = state;
    step.text = outcome;
    step.result = event.payload;
  }

  /**
   * Returns the turn that an event belongs to, and starts it if needed. A void turn or an earlier attempt is not
   * continued. A turn starts at the previous event, because the model thinks before its first token.
   */
  getTurn(event: StepEvent, { at, seq }: StepEvent = this.#lastEvent ?? event): Step {
    const turn = Number(event.payload.turn ?? this.#turn + 1);
    this.#turn = turn;
    const existing = this.#turns.get(turn);
    const attempt = Number(event.payload.attempt ?? existing?.attempt ?? 1);
    if (existing?.attempt === attempt && existing.step.state !== 'void') return existing.step;
    const id = `turn-${turn}-${attempt}`;
    const step = this.startStep(event, {
      id: this.#byId.has(id) ? `${id}-${event.seq}` : id,
      kind: 'turn',
      level: 1,
      state: 'running',
      turn,
      startedAt: at,
      startSeq: seq,
    });
    this.#turns.set(turn, { step, attempt });
    this.#runningTurns.add(step);
    return step;
  }

  /**
   * Adds the turns that sent no text event, only tool calls. Their place is before the first step that follows the time
   * at which they were stored.
   */
  addTurns(turns: readonly StoredTurn[]): void {
    this.hasTurns = true;
    for (const { turn, attempt, created, model_ms } of turns) {
      if (this.#turns.has(turn)) continue;
      const endedAt = Date.parse(created);
      const startedAt = endedAt - model_ms;
      const index = this.list.findIndex((step) => step.kind !== 'message' && step.startedAt >= endedAt);
      if (index < 0) continue;
      const id = `turn-${turn}-${attempt}`;
      const seqs = { startSeq: -1, endSeq: undefined };
      const step: Step = {
        id,
        kind: 'turn',
        level: 1,
        state: 'good',
        name: '',
        startedAt,
        endedAt,
        ...seqs,
        turn,
        text: '',
        payload: {},
        result: undefined,
      };
      this.#byId.set(id, step);
      this.#turns.set(turn, { step, attempt });
      this.list.splice(index, 0, step);
    }
    this.#notify(0);
  }

  /** Ends the running turns, because another step follows. */
  endTurns(event: StepEvent): void {
    for (const step of this.#runningTurns) {
      if (step.state !== 'running') continue;
      step.state = 'good';
      if (step.endedAt === undefined) setEnd(step, event);
    }
    this.#runningTurns.clear();
  }

  /** Ends the steps that were still open when the run ended, and marks them as void. */
  endOpenSteps(event: StepEvent): void {
    for (const step of this.list) {
      if (step.endedAt !== undefined) continue;
      setEnd(step, event);
      step.state = 'void';
      if (step.kind === 'wait') step.result = { status: 'over' };
    }
  }

  /** Marks an earlier attempt at a turn as void. */
  voidTurn(turn: number, event: StepEvent): void {
    const step = this.#turns.get(turn)?.step;
    if (!step) return;
    step.state = 'void';
    setEnd(step, event);
  }

  /** Records a wait of a call other than an approval. It ends with the call. */
  addParkedStep(callId: string, step: Step): void {
    this.#parkedSteps.set(callId, [...(this.#parkedSteps.get(callId) ?? []), step]);
  }

  endParkedSteps(callId: string, event: StepEvent): void {
    for (const step of this.#parkedSteps.get(callId) ?? []) {
      setEnd(step, event);
      step.state = 'good';
    }
    this.#parkedSteps.delete(callId);
  }
}

function setEnd(step: Step, { at, seq }: StepEvent): void {
  step.endedAt = at;
  step.endSeq = seq;
}

type EventHandler = (steps: RunSteps, event: StepEvent) => void;

/** Handlers by event type. */
const EVENT_HANDLERS: Readonly<Record<string, EventHandler>> = {
  session_id: (steps, event) =>
    void steps.startStep(event, { id: 'message', kind: 'message', level: 1, state: 'point' }),
  text: (steps, event) => {
    const step = steps.getTurn(event);
    step.text += toText(event.payload.text);
    setEnd(step, event);
  },
  turn_restarted: (steps, event) => {
    steps.voidTurn(Number(event.payload.turn), event);
    steps.getTurn(event, event);
  },
  tool_call: (steps, event) => {
    steps.endTurns(event);
    const { tool_call_id, tool_name } = event.payload;
    steps.startStep(event, {
      id: toText(tool_call_id),
      kind: 'call',
      level: 2,
      state: 'running',
      name: toText(tool_name),
    });
  },
  tool_progress: (steps, event) => {
    const step = steps.find(toText(event.payload.tool_call_id));
    if (step) step.text = toText(event.payload.message);
  },
  tool_result: (steps, event) => {
    const outcome = toText(event.payload.outcome);
    const id = toText(event.payload.tool_call_id);
    steps.endParkedSteps(id, event);
    steps.endStep(id, event, outcome === 'success' ? 'good' : 'bad', outcome);
  },
  approval_required: (steps, event) => {
    steps.endTurns(event);
    const { approval_request_id, tool_name } = event.payload;
    steps.startStep(event, {
      id: toText(approval_request_id),
      kind: 'wait',
      level: 3,
      state: 'waiting',
      name: toText(tool_name),
    });
  },
  approval_decided: (steps, event) => {
    const { approval_request_id, status } = event.payload;
    const id = toText(approval_request_id);
    // For a question of fact, approval and rejection are both answers.
    const isFactQuestion = !IS_APPROVAL_POSITIVE[getRequestKind(steps.find(id)?.payload ?? {})];
    const isAnswered = status === 'approved' || (status === 'rejected' && isFactQuestion);
    steps.endStep(id, event, isAnswered ? 'good' : 'bad', toText(status));
  },
  call_parked: (steps, event) => {
    const { tool_call_id, tool_name } = event.payload;
    const wait = { id: `parked-${event.seq}`, kind: 'wait', level: 3, state: 'waiting' } as const;
    steps.addParkedStep(toText(tool_call_id), steps.startStep(event, { ...wait, name: toText(tool_name) }));
  },
  skill_activated: (steps, event) => addPoint(steps, event, 'skill', toText(event.payload.skill)),
  guardrail: (steps, event) => addPoint(steps, event, 'guardrail', toText(event.payload.guardrail)),
  formatted_output: (steps, event) => addPoint(steps, event, 'formatted', ''),
  error: (steps, event) => {
    steps.endTurns(event);
    addPoint(steps, event, 'error', toText(event.payload.reason));
  },
  done: (steps, event) => {
    steps.isComplete = true;
    steps.endTurns(event);
    steps.endOpenSteps(event);
    addPoint(steps, event, 'done', toText(event.payload.status));
  },
};

function addPoint(steps: RunSteps, event: StepEvent, kind: StepKind, name: string): void {
  steps.startStep(event, { id: `${kind}-${event.seq}`, kind, level: 1, state: 'point', name });
}
