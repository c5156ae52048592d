import { toArgumentsDigest } from '../../src/agents/approvals/requests.ts';
import type { ApprovalKind } from '../../src/agents/contract.ts';
import type { StreamMessage } from '../plugins/sse.ts';

/** Approval that a run waits for. */
export interface PendingApproval {
  readonly id: string;
  /** Question of the request. Only that of a tool call is whether to make it. */
  readonly kind: ApprovalKind;
  readonly name: string;
  readonly arguments: unknown;
  /** Digest of the arguments, which an approval repeats. */
  readonly digest: string;
}

/** Step of an answer, in the order in which a client sees them. */
export type AnswerStep =
  | { readonly type: 'text'; readonly part: number; readonly delta: string }
  | { readonly type: 'part_done'; readonly part: number; readonly text: string }
  /** Text that was sent turned out to be void, and the new text differs. */
  | { readonly type: 'void' };

interface AnswerOptions {
  /** Number of the last event before the answer. */
  readonly after: number;
  /** Whether the answer is only the final output, as JSON. */
  readonly onlyOutput: boolean;
  /** Whether the run has one text, of which the output is the final form. */
  readonly isTask: boolean;
  /** Whether the reader has sent nothing yet, so that void text before `endReplay` is replaced. */
  readonly isReplay?: boolean;
}

interface OpenPart {
  readonly turn: number;
  /** Text that was sent. */
  sent: string;
  /** Text since the model started the turn again; undefined if it did not. */
  repeated: string | undefined;
}

/**
 * Turns the events of a run into an answer: a text part for each turn with text, then the final output if it differs.
 * It shows the events after one number but knows the approvals of all.
 */
export class AnswerReader {
  readonly #options: AnswerOptions;
  #isReplaying: boolean;
  readonly #approvals = new Map<string, PendingApproval>();
  #open: OpenPart | undefined;
  #formatted: { readonly value: unknown } | undefined;
  /** Completed parts. */
  readonly parts: string[] = [];
  isDone = false;

  constructor(options: AnswerOptions) {
    this.#options = options;
    this.#isReplaying = options.isReplay ?? false;
  }

  /** Approvals that are pending after the events so far. */
  get pending(): readonly PendingApproval[] {
    return [...this.#approvals.values()];
  }

  /** Reads the next event. Returns no steps during a replay. */
  read(message: StreamMessage): AnswerStep[] {
    const steps = this.#readEvent(message);
    return this.#isReplaying ? [] : steps;
  }

  /** Ends a replay. Returns the steps of the answer so far. */
  endReplay(): AnswerStep[] {
    if (!this.#isReplaying) return [];
    this.#isReplaying = false;
    const steps = this.parts.flatMap((text, part): AnswerStep[] => [
      { type: 'text', part, delta: text },
      { type: 'part_done', part, text },
    ]);
    if (this.#open === undefined) return steps;
    const { turn, sent, repeated } = this.#open;
    this.#open = { turn, sent: '', repeated: undefined };
    return [...steps, ...this.#send(repeated ?? sent)];
  }

  #readEvent({ id, event, data }: StreamMessage): AnswerStep[] {
    const payload = data as Readonly<Record<string, unknown>>;
    this.#readApproval(event, payload);
    const isShown = !(typeof id === 'number' && id <= this.#options.after);
    if (!isShown) return [];
    if (event === 'text') return this.#readText(Number(payload.turn ?? 1), String(payload.text ?? ''));
    if (event === 'turn_restarted' || event === 'text_restarted' || event === 'no_text') return this.#restart();
    if (event === 'formatted_output') this.#formatted = { value: payload.formatted_output };
    if (event === 'done') return this.#finish(payload);
    return this.#options.isTask ? [] : this.#close();
  }

  #readApproval(event: string | undefined, payload: Readonly<Record<string, unknown>>): void {
    const id = String(payload.approval_request_id);
    if (event === 'approval_decided') this.#approvals.delete(id);
    if (event === 'approval_required')
      this.#approvals.set(id, {
        id,
        kind: (payload.kind as ApprovalKind | undefined) ?? 'tool_call',
        name: String(payload.tool_name),
        arguments: payload.arguments,
        digest: toArgumentsDigest(payload.arguments),
      });
  }

  #readText(turn: number, text: string): AnswerStep[] {
    if (this.#options.onlyOutput) return [];
    const closed = this.#open !== undefined && this.#open.turn !== turn && !this.#options.isTask ? this.#close() : [];
    this.#open ??= { turn, sent: '', repeated: undefined };
    if (this.#open.repeated !== undefined) {
      this.#open.repeated += text;
      return closed;
    }
    return [...closed, ...this.#send(text)];
  }

  #send(delta: string): AnswerStep[] {
    if (delta === '' || this.#open === undefined) return [];
    this.#open.sent += delta;
    return [{ type: 'text', part: this.parts.length, delta }];
  }

  #restart(): AnswerStep[] {
    if (this.#open !== undefined) this.#open.repeated = '';
    return [];
  }

  /** Ends the open part. */
  #close(): AnswerStep[] {
    if (this.#open === undefined) return [];
    const { sent, repeated } = this.#open;
    if (repeated !== undefined && !repeated.startsWith(sent)) {
      if (!this.#isReplaying) return [{ type: 'void' }];
      this.#open.sent = '';
    }
    const rest = this.#send(repeated?.slice(this.#open.sent.length) ?? '');
    const text = this.#open.sent;
    this.#open = undefined;
    if (text === '') return rest;
    this.parts.push(text);
    return [...rest, { type: 'part_done', part: this.parts.length - 1, text }];
  }

  #finish({ status, output }: Readonly<Record<string, unknown>>): AnswerStep[] {
    this.isDone = true;
    if (status !== 'completed') return this.#options.isTask ? [] : this.#close();
    const final = toText(this.#formatted === undefined ? output : this.#formatted.value);
    // The output of a task is the final form of its text.
    if (this.#options.isTask && this.#open !== undefined) this.#open.repeated = final;
    const closed = this.#close();
    if (final === '' || this.parts.at(-1) === final || closed.some(({ type }) => type === 'void')) return closed;
    this.#open = { turn: 0, sent: '', repeated: undefined };
    return [...closed, ...this.#send(final), ...this.#close()];
  }
}

function toText(output: unknown): string {
  if (output === null || output === undefined) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}
