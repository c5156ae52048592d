import type { Kind } from '../approvals/kind.ts';
import { kindAsked } from '../runs/steps.ts';

/** What a run that is being tried has told so far. */
export interface Trial {
  readonly text: string;
  /** Where the turn that is being told began in the text: it may be told anew. */
  readonly turnFrom: number;
  readonly turn: number;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly outcome?: string }[];
  /** What waits for a decision. */
  readonly asks: readonly { readonly id: string; readonly kind: Kind; readonly tool: string }[];
  readonly error: string | undefined;
  /** How it ended; undefined until then. */
  readonly status: string | undefined;
}

export const EMPTY_TRIAL: Trial = {
  text: '',
  turnFrom: 0,
  turn: 0,
  calls: [],
  asks: [],
  error: undefined,
  status: undefined,
};

type Data = Readonly<Record<string, string & number>>;

/** The same after one more event of the run's stream. */
export function told(trial: Trial, event: string, data: Data): Trial {
  switch (event) {
    case 'text':
      return withText(trial, data);
    case 'turn_restarted':
      return { ...trial, text: trial.text.slice(0, trial.turnFrom) };
    case 'tool_call':
      return { ...trial, calls: [...trial.calls, { id: data.tool_call_id ?? '', name: data.tool_name ?? '' }] };
    case 'tool_result':
      return {
        ...trial,
        calls: trial.calls.map((call) => (call.id === data.tool_call_id ? withOutcome(call, data) : call)),
      };
    case 'approval_required':
      return {
        ...trial,
        asks: [
          ...trial.asks,
          { id: data.approval_request_id ?? '', kind: kindAsked(data), tool: data.tool_name ?? '' },
        ],
      };
    case 'approval_decided':
      return { ...trial, asks: trial.asks.filter(({ id }) => id !== data.approval_request_id) };
    case 'error':
      return { ...trial, error: data.message };
    case 'done':
      return { ...trial, status: data.status, asks: [], ...(data.output ? { text: data.output } : {}) };
    default:
      return trial;
  }
}

const withOutcome = (call: Trial['calls'][number], data: Data) => ({ ...call, outcome: data.outcome ?? '' });

function withText(trial: Trial, { text = '', turn = 0 }: { readonly text?: string; readonly turn?: number }): Trial {
  if (turn === trial.turn) return { ...trial, text: trial.text + text };
  const before = trial.text === '' ? '' : `${trial.text}\n\n`;
  return { ...trial, turn, turnFrom: before.length, text: before + text };
}
