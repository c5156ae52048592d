import type { ChosenConfig } from '../../projects/config.ts';
import { parseGuardrailName } from './check.ts';
import type { Direction, GuardrailItem, Guardrails } from './kinds/kind.ts';

/** Returns the guardrails of a run: those of its revision, then those of its project. */
export function getEffectiveGuardrails(
  { guardrails }: { readonly guardrails: Guardrails },
  { chat_guardrails: projectConfig }: ChosenConfig,
  direction: Direction,
): readonly GuardrailItem[] {
  const revisionItems = guardrails[direction];
  const projectNames = projectConfig?.[direction] ?? [];
  if (projectNames.length === 0) return revisionItems;
  return [
    ...revisionItems,
    ...projectNames.map((name) => parseGuardrailName(name, direction, ({ msg }) => new Error(`${name}: ${msg}`))),
  ];
}
