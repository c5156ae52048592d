import { stripMarkdown } from '../../lib/strip-markdown.ts';
import { formatDuration } from '../../lib/time.ts';
import { w } from '../../words/index.ts';
import { sayStatus } from '../approvals/kinds.ts';
import { kindAsked, type Step } from './steps.ts';

const MOST_OF_TITLE = 140;

/** A step in one line. */
export function sayStep(step: Step, now: number): string {
  switch (step.kind) {
    case 'message':
      return w.runs.steps.message;
    case 'turn':
      return sayTurn(step);
    case 'call':
      return step.text === '' ? step.name : `${step.name}: ${sayOutcome(step.text)}`;
    case 'wait':
      return sayWait(step, now);
    case 'skill':
      return w.runs.steps.skill(step.name);
    case 'guardrail':
      return w.runs.steps.guardrail(step.name);
    case 'formatted':
      return w.runs.steps.formatted;
    case 'error':
      return w.runs.steps.error(step.name);
    case 'done':
      return w.runs.steps.done(w.runs.states[step.name as keyof typeof w.runs.states] ?? step.name);
  }
}

function sayTurn({ turn, text, state }: Step): string {
  const said = stripMarkdown(text.trim().split('\n', 1)[0]?.slice(0, MOST_OF_TITLE) ?? '');
  const name = state === 'void' ? w.runs.steps.voided(turn) : w.runs.steps.turn(turn);
  return said === '' ? name : `${name}: ${said}`;
}

/** How a call ended; while it runs, how far it says it is. */
export function sayOutcome(outcome: string): string {
  return w.approvals.outcomes[outcome as keyof typeof w.approvals.outcomes] ?? outcome;
}

function sayWait({ begun, ended, result, payload, state }: Step, now: number): string {
  const long = formatDuration((ended ?? now) - begun);
  if (payload.approval_request_id === undefined) return w.runs.steps.parked(long, sayParked(payload));
  const kind = kindAsked(payload);
  if (state === 'waiting') return w.approvals.kinds[kind].waits(long);
  return w.runs.steps.waited(long, sayStatus(kind, String(result?.status ?? '')));
}

/** What a call was parked for, in the page's language where its kind is known. */
function sayParked({ kind, detail }: Step['payload']): string {
  return (w.runs.waits as Readonly<Record<string, string>>)[String(kind)] ?? String(detail ?? '');
}
