import { w } from '../../words/index.ts';
import { DIRECTIONS, type Direction, type Guardrails } from './guardrails.ts';

/** What the page's language says of a guardrail; undefined of one that this page does not know yet. */
export function guardrailWords(name: string) {
  const known: Readonly<Record<string, { readonly name: string; readonly says: string }>> = w.building.guardrailKinds;
  return known[name];
}

/** What people call a guardrail. */
export const guardrailName = (name: string): string => guardrailWords(name)?.name ?? name;

/** What is switched on, in a few words. */
export function saidGuardrails(guardrails: Guardrails): string {
  if (DIRECTIONS.every((direction) => guardrails[direction].length === 0)) return w.building.nothing;
  const said = (direction: Direction) =>
    guardrails[direction].map(({ guardrail }) => guardrailName(guardrail)).join(', ') || w.building.nothing;
  return w.building.saidGuardrails(said('input'), said('output'));
}
