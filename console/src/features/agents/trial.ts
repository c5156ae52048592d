import type { ApprovalKind } from '../approvals/kind.ts';
import { getRequestKind } from '../runs/step.ts';

/** Streamed state of a trial run. */
export interface TrialState {
  readonly text: string;
  /** Start of the current turn in the text. A restarted turn discards the text after it. */
  readonly turnStart: number;
  readonly turn: number;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly outcome?: string }[];
  /** Pending approval requests. */
  readonly approvals: readonly { readonly id: string; readonly kind: ApprovalKind; readonly tool: string }[];
  readonly error: string | undefined;
  /** Final status; undefined while the run is active. */
  readonly status: string | undefined;
}

export const EMPTY_TRIAL: TrialState = {
  text: '',
  turnStart: 0,
  turn: 0,
  calls: [],
  approvals: [],
  error: undefined,
  status: undefined,
};

type Data = Readonly<Record<string, string & number>>;

/** Returns the state after an event of the run's stream. */
export function applyEvent(trial: TrialState, event: string, data: Data): TrialState {
  switch (event) {
    case 'text':
      return appendText(trial, data);
    case 'turn_restarted':
      return { ...trial, text: trial.text.slice(0, trial.turnStart) };
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
        approvals: [
          ...trial.approvals,
          { id: data.approval_request_id ?? '', kind: getRequestKind(data), tool: data.tool_name ?? '' },
        ],
      };
    case 'approval_decided':
      return { ...trial, approvals: trial.approvals.filter(({ id }) => id !== data.approval_request_id) };
    case 'error':
      return { ...trial, error: data.message };
    case 'done':
      return { ...trial, status: data.status, approvals: [], ...(data.output ? { text: data.output } : {}) };
    default:
      return trial;
  }
}

const withOutcome = (call: TrialState['calls'][number], data: Data) => ({ ...call, outcome: data.outcome ?? '' });

function appendText(
  trial: TrialState,
  { text = '', turn = 0 }: { readonly text?: string; readonly turn?: number },
): TrialState {
  if (turn === trial.turn) return { ...trial, text: trial.text + text };
  const previousText = trial.text === '' ? '' : `${trial.text}\n\n`;
  return { ...trial, turn, turnStart: previousText.length, text: previousText + text };
}
