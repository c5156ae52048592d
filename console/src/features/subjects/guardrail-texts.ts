import { w } from '../../words/index.ts';
import { DIRECTIONS, type Direction, type Guardrails } from './guardrails.ts';

/** Returns the translated texts of a guardrail, or undefined if unknown. */
export function findGuardrailTexts(name: string) {
  const textsByName: Readonly<Record<string, { readonly name: string; readonly says: string }>> =
    w.building.guardrailKinds;
  return textsByName[name];
}

/** Returns the display name of a guardrail. */
export const getGuardrailName = (name: string): string => findGuardrailTexts(name)?.name ?? name;

/** Summarizes the enabled guardrails. */
export function formatGuardrails(guardrails: Guardrails): string {
  if (DIRECTIONS.every((direction) => guardrails[direction].length === 0)) return w.building.none;
  const formatDirection = (direction: Direction) =>
    guardrails[direction].map(({ guardrail }) => getGuardrailName(guardrail)).join(', ') || w.building.none;
  return w.building.guardrailsSummary({ input: formatDirection('input'), output: formatDirection('output') });
}
