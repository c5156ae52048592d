import { isolateText } from '../../lib/hidden-text.ts';
import { getMemberId } from '../../lib/members.ts';
import { stripMarkdown } from '../../lib/strip-markdown.ts';
import { formatDuration } from '../../lib/time.ts';
import { w } from '../../words/index.ts';
import { formatStatus } from '../approvals/kinds.ts';
import { getStatusLabel } from './run-status.tsx';
import { getRequestKind, type Step } from './step.ts';

const MAX_TITLE_LENGTH = 140;

/** Returns a one-line title of a step. */
export function formatStep(step: Step, now: number, names?: ReadonlyMap<string, string>): string {
  switch (step.kind) {
    case 'message':
      return w.runs.steps.message;
    case 'turn':
      return formatTurn(step);
    case 'call':
      return step.text === '' ? step.name : `${step.name}: ${formatOutcome(step.text)}`;
    case 'wait':
      return formatWait(step, now, names);
    case 'skill':
      return w.runs.steps.skill({ name: step.name });
    case 'guardrail':
      return w.runs.steps.guardrail({ name: step.name });
    case 'formatted':
      return w.runs.steps.formatted;
    case 'error':
      return w.runs.steps.error({ reason: step.name });
    case 'done':
      return w.runs.steps.done({ status: getStatusLabel(step.name) });
  }
}

function formatTurn({ turn, text, state }: Step): string {
  const firstLine = stripMarkdown(text.trim().split('\n', 1)[0]?.slice(0, MAX_TITLE_LENGTH) ?? '');
  const name = state === 'void' ? w.runs.steps.voided({ n: turn }) : w.runs.steps.turn({ n: turn });
  if (firstLine !== '') return `${name}: ${firstLine}`;
  return state === 'good' ? w.runs.steps.silentTurn({ n: turn }) : name;
}

/** Returns the outcome of a call, or the progress message while it runs. */
export function formatOutcome(outcome: string): string {
  return w.approvals.outcomes[outcome as keyof typeof w.approvals.outcomes] ?? outcome;
}

function formatWait(
  { startedAt, endedAt, result, payload, state }: Step,
  now: number,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const duration = formatDuration((endedAt ?? now) - startedAt);
  if (payload.approval_request_id === undefined)
    return w.runs.steps.parked({ long: duration, why: formatParkedReason(payload) });
  const kind = getRequestKind(payload);
  if (state === 'waiting') return w.approvals.kinds[kind].waits({ long: duration });
  const status = formatStatus(kind, String(result?.status ?? ''));
  const name = typeof result?.decided_by === 'string' ? names.get(getMemberId(result.decided_by)) : undefined;
  if (name === undefined) return w.runs.steps.waited({ long: duration, status });
  return w.runs.steps.waitedFor({ long: duration, status, name: isolateText(name) });
}

/** Returns the reason why a call was parked. Unknown kinds keep the server's detail. */
function formatParkedReason({ kind, detail }: Step['payload']): string {
  return (w.runs.waits as Readonly<Record<string, string>>)[String(kind)] ?? String(detail ?? '');
}
