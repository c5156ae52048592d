import type { ChosenConfig } from '../../projects/config.ts';
import { namedGuardrail } from './check.ts';
import type { Direction, GuardrailItem, Guardrails } from './kinds/kind.ts';

/** The guardrails that a run is looked at with: those of its revision, then those of its project. */
export function guardrailsOf(
  { guardrails }: { readonly guardrails: Guardrails },
  { chat_guardrails: named }: ChosenConfig,
  direction: Direction,
): readonly GuardrailItem[] {
  const own = guardrails[direction];
  const added = named?.[direction] ?? [];
  if (added.length === 0) return own;
  return [...own, ...added.map((name) => namedGuardrail(name, direction, ({ msg }) => new Error(`${name}: ${msg}`)))];
}
