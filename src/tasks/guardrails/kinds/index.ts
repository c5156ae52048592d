import type { GuardrailItem, GuardrailKind } from './kind.ts';
import { language } from './language.ts';
import { length } from './length.ts';
import { personalData } from './personal-data.ts';
import { promptInjection } from './prompt-injection.ts';
import { secrets } from './secrets.ts';
import { topics } from './topics.ts';

/** All kinds of guardrails. */
export const GUARDRAIL_KINDS: readonly GuardrailKind[] = [
  language,
  length,
  personalData,
  promptInjection,
  secrets,
  topics,
];

/** Returns the kind of a stored guardrail. */
export function getGuardrailKind({ guardrail: name }: Pick<GuardrailItem, 'guardrail'>): GuardrailKind {
  const kind = GUARDRAIL_KINDS.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`no guardrail ${name}`);
  return kind;
}
