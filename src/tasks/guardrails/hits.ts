import { type RawBuilder, sql } from 'kysely';
import { databaseNow } from '../../platform/clock.ts';
import type { Message } from '../../platform/messages.ts';
import type { RunError } from '../../runs/contract.ts';
import { toRunError } from '../../runs/errors.ts';
import type { Action, Direction } from './kinds/kind.ts';
import { guardrailMessages } from './problems.ts';

/** A guardrail hit of a rule in a step of a run. It never contains the text. */
export interface Hit {
  readonly guardrail: string;
  readonly direction: Direction;
  readonly action: Action;
  readonly rule: string;
  /** Number of matches; 1 if the text as a whole breaks the rule. */
  readonly count: number;
  readonly at: string;
}

/** Rule of a hit for a text that could not be checked: too long, or the judge did not respond. */
export const UNCHECKED = 'unchecked';

/** Reason of the error of a run that a guardrail ended. */
export const GUARDRAIL_BLOCKED = 'GUARDRAIL_BLOCKED';

/** A guardrail has blocked a text. */
export class GuardrailBlocked extends Error {
  override readonly name = 'GuardrailBlocked';
  readonly detail: Message;
  /** All hits, including the one that blocks. */
  readonly hits: readonly Hit[];

  constructor(blocking: Hit, hits: readonly Hit[]) {
    const { guardrail, direction, rule } = blocking;
    const detail =
      rule === UNCHECKED
        ? guardrailMessages.guardrail_unchecked({ guardrail, direction })
        : guardrailMessages.guardrail_blocks({ guardrail, direction, rule });
    super(detail.msg);
    this.detail = detail;
    this.hits = hits;
  }

  /** The error of the run. */
  get runError(): RunError {
    return toRunError(GUARDRAIL_BLOCKED, this.detail);
  }
}

/** Returns the time of a hit. */
export function getHitTime(): string {
  return new Date(databaseNow()).toISOString();
}

/** Merges hits of one rule. */
export function mergeHits(hits: readonly Hit[]): Hit[] {
  const merged = new Map<string, Hit>();
  for (const hit of hits) {
    const key = JSON.stringify([hit.guardrail, hit.direction, hit.action, hit.rule]);
    merged.set(key, { ...hit, count: (merged.get(key)?.count ?? 0) + hit.count });
  }
  return [...merged.values()];
}

/** Part of an update of a run that appends hits. Empty without hits. */
export function toHitsUpdate(hits: readonly Hit[]): RawBuilder<unknown> {
  return hits.length === 0
    ? sql``
    : sql`guardrail_hits = coalesce(guardrail_hits, '[]') || ${JSON.stringify(hits)}::jsonb, `;
}
