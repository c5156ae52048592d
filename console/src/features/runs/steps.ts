import { type Kind, YES_IS_GOOD } from '../approvals/kind.ts';

/** An event of a run, from its stream or from the stored ones. */
export interface StepEvent {
  /** Its number in the run. */
  readonly seq: number;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** When it was written, or else when it came; milliseconds since the epoch. */
  readonly at: number;
}

export type StepKind = 'message' | 'turn' | 'call' | 'wait' | 'skill' | 'guardrail' | 'formatted' | 'error' | 'done';
export type StepState = 'running' | 'waiting' | 'good' | 'bad' | 'void' | 'point';

/** A step as a row has it, with what its body is read from. */
export interface Step {
  readonly id: string;
  readonly kind: StepKind;
  /** 1 for turns and what stands by itself, 2 for calls, 3 for what a call waits for. */
  readonly level: 1 | 2 | 3;
  state: StepState;
  /** Name of the tool, skill or guardrail; what else there is to say is in `text` and `payload`. */
  readonly name: string;
  begun: number;
  ended: number | undefined;
  /** Numbers of the events at whose times it begins and ends. */
  readonly begunBy: number;
  endedBy: number | undefined;
  readonly turn: number;
  /** What was said, of a turn; for the other kinds how it ended. */
  text: string;
  /** What the event that began it carries, and the one that ended it. */
  readonly payload: Readonly<Record<string, unknown>>;
  result: Readonly<Record<string, unknown>> | undefined;
}

/** What kind of request an event tells of; that of a call which waits for its approval has none in it. */
export const kindAsked = ({ kind }: Step['payload']) => (kind ?? 'tool_call') as Kind;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The steps of one run, put together from its events. It stands outside React: a burst of thousands of events is taken in at
 * once, and who shows them is told once a frame.
 */
export class RunSteps {
  readonly list: Step[] = [];
  /** Grows with every change that can be seen. */
  version = 0;
  /** Number of the last event that was taken in. */
  last = 0;
  /** Whether the event that ends a run was taken in: no more will come. */
  isOver = false;
  readonly #byId = new Map<string, Step>();
  readonly #turns = new Map<number, { readonly step: Step; readonly attempt: number }>();
  readonly #speaking = new Set<Step>();
  readonly #parked = new Map<string, readonly Step[]>();
  readonly #listeners = new Set<() => void>();
  #turn = 0;
  /** The last event that was taken in. */
  #before: StepEvent | undefined;
  #told = true;
  readonly #soon: (act: () => void) => void;

  /** `soon` puts off what it is given until it can be seen: to the next frame. */
  constructor(soon: (act: () => void) => void) {
    this.#soon = soon;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly seen = (): number => this.version;

  of(id: string | undefined): Step | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** The first request that waits for somebody to decide it. */
  toDecide(): Step | undefined {
    return this.list.find(({ state, payload }) => state === 'waiting' && payload.approval_request_id !== undefined);
  }

  /** Takes events in, each once, whatever comes twice. */
  add(events: readonly StepEvent[]): void {
    for (const given of events) {
      if (given.seq <= this.last) continue;
      this.last = given.seq;
      // What is stored has the time of the server, what comes that of this machine: neither goes back behind the other.
      const event = { ...given, at: Math.max(given.at, this.#before?.at ?? given.at) };
      const take = TAKES[event.kind];
      if (take) take(this, event);
      this.#before = event;
    }
    this.#tell();
  }

  /** Puts steps at the times that are stored of their events: when an event came says less well when it was. */
  settle(stored: readonly StepEvent[]): void {
    const times = new Map(stored.map(({ seq, at }) => [seq, at]));
    for (const step of this.list) {
      step.begun = times.get(step.begunBy) ?? step.begun;
      if (step.endedBy !== undefined) step.ended = times.get(step.endedBy) ?? step.ended;
    }
    this.#tell();
  }

  #tell(): void {
    if (!this.#told) return;
    this.#told = false;
    this.#soon(() => {
      this.#told = true;
      this.version++;
      for (const listener of this.#listeners) listener();
    });
  }

  begin(event: StepEvent, step: Pick<Step, 'id' | 'kind' | 'level' | 'state'> & Partial<Step>): Step {
    const { at, seq, payload } = event;
    const made: Step = {
      name: '',
      begun: at,
      begunBy: seq,
      ended: undefined,
      endedBy: undefined,
      turn: this.#turn,
      text: '',
      payload,
      result: undefined,
      ...step,
    };
    const known = this.#byId.get(made.id);
    if (known) return known;
    if (made.state === 'point') endAt(made, event);
    this.#byId.set(made.id, made);
    this.list.push(made);
    return made;
  }

  end(id: string, event: StepEvent, state: StepState, said: string): void {
    const step = this.#byId.get(id);
    if (!step) return;
    endAt(step, event);
    step.state = state;
    step.text = said;
    step.result = event.payload;
  }

  /**
   * The step of the turn that an event speaks of. One that is void, or of an attempt before, is not gone on with. A turn begins
   * with what was last before it, since the model thinks before it says anything.
   */
  turnOf(event: StepEvent, { at, seq }: StepEvent = this.#before ?? event): Step {
    const turn = Number(event.payload.turn ?? this.#turn + 1);
    this.#turn = turn;
    const known = this.#turns.get(turn);
    const attempt = Number(event.payload.attempt ?? known?.attempt ?? 1);
    if (known?.attempt === attempt && known.step.state !== 'void') return known.step;
    const id = `turn-${turn}-${attempt}`;
    const step = this.begin(event, {
      id: this.#byId.has(id) ? `${id}-${event.seq}` : id,
      kind: 'turn',
      level: 1,
      state: 'running',
      turn,
      begun: at,
      begunBy: seq,
    });
    this.#turns.set(turn, { step, attempt });
    this.#speaking.add(step);
    return step;
  }

  /** What was said before something else was done is said to its end. */
  endTurns(event: StepEvent): void {
    for (const step of this.#speaking) {
      if (step.state !== 'running') continue;
      step.state = 'good';
      if (step.ended === undefined) endAt(step, event);
    }
    this.#speaking.clear();
  }

  /** What had not ended when the run did does not happen any more. */
  endOpen(event: StepEvent): void {
    for (const step of this.list) {
      if (step.ended !== undefined) continue;
      endAt(step, event);
      step.state = 'void';
      if (step.kind === 'wait') step.result = { status: 'over' };
    }
  }

  /** What an earlier attempt at a turn said counts for nothing. */
  voidTurn(turn: number, event: StepEvent): void {
    const step = this.#turns.get(turn)?.step;
    if (!step) return;
    step.state = 'void';
    endAt(step, event);
  }

  /** Notes what a call waits for besides a decision, which ends with the call. */
  park(callId: string, step: Step): void {
    this.#parked.set(callId, [...(this.#parked.get(callId) ?? []), step]);
  }

  endParked(callId: string, event: StepEvent): void {
    for (const step of this.#parked.get(callId) ?? []) {
      endAt(step, event);
      step.state = 'good';
    }
    this.#parked.delete(callId);
  }
}

function endAt(step: Step, { at, seq }: StepEvent): void {
  step.ended = at;
  step.endedBy = seq;
}

type Take = (steps: RunSteps, event: StepEvent) => void;

/** What each kind of event adds or ends. */
const TAKES: Readonly<Record<string, Take>> = {
  session_id: (steps, event) => void steps.begin(event, { id: 'message', kind: 'message', level: 1, state: 'point' }),
  text: (steps, event) => {
    const step = steps.turnOf(event);
    step.text += text(event.payload.text);
    endAt(step, event);
  },
  turn_restarted: (steps, event) => {
    steps.voidTurn(Number(event.payload.turn), event);
    steps.turnOf(event, event);
  },
  tool_call: (steps, event) => {
    steps.endTurns(event);
    const { tool_call_id, tool_name } = event.payload;
    steps.begin(event, { id: text(tool_call_id), kind: 'call', level: 2, state: 'running', name: text(tool_name) });
  },
  tool_progress: (steps, event) => {
    const step = steps.of(text(event.payload.tool_call_id));
    if (step) step.text = text(event.payload.message);
  },
  tool_result: (steps, event) => {
    const outcome = text(event.payload.outcome);
    const id = text(event.payload.tool_call_id);
    steps.endParked(id, event);
    steps.end(id, event, outcome === 'success' ? 'good' : 'bad', outcome);
  },
  approval_required: (steps, event) => {
    steps.endTurns(event);
    const { approval_request_id, tool_name } = event.payload;
    steps.begin(event, {
      id: text(approval_request_id),
      kind: 'wait',
      level: 3,
      state: 'waiting',
      name: text(tool_name),
    });
  },
  approval_decided: (steps, event) => {
    const { approval_request_id, status } = event.payload;
    const id = text(approval_request_id);
    // A question of fact is answered by either word.
    const isFact = !YES_IS_GOOD[kindAsked(steps.of(id)?.payload ?? {})];
    const isAnswer = status === 'approved' || (status === 'rejected' && isFact);
    steps.end(id, event, isAnswer ? 'good' : 'bad', text(status));
  },
  call_parked: (steps, event) => {
    const { tool_call_id, tool_name } = event.payload;
    const wait = { id: `parked-${event.seq}`, kind: 'wait', level: 3, state: 'waiting' } as const;
    steps.park(text(tool_call_id), steps.begin(event, { ...wait, name: text(tool_name) }));
  },
  skill_activated: (steps, event) => point(steps, event, 'skill', text(event.payload.skill)),
  guardrail: (steps, event) => point(steps, event, 'guardrail', text(event.payload.guardrail)),
  formatted_output: (steps, event) => point(steps, event, 'formatted', ''),
  error: (steps, event) => {
    steps.endTurns(event);
    point(steps, event, 'error', text(event.payload.reason));
  },
  done: (steps, event) => {
    steps.isOver = true;
    steps.endTurns(event);
    steps.endOpen(event);
    point(steps, event, 'done', text(event.payload.status));
  },
};

function point(steps: RunSteps, event: StepEvent, kind: StepKind, name: string): void {
  steps.begin(event, { id: `${kind}-${event.seq}`, kind, level: 1, state: 'point', name });
}
