import { FIELD_INPUTS } from './field-inputs.ts';

/** Input of a field: one of its choices, an integer within bounds, or a text that is empty for none. */
type ExecutionField =
  | { readonly input: 'choice'; readonly initial: string; readonly choices: readonly string[] }
  | { readonly input: 'integer'; readonly initial: number; readonly min: number; readonly max: number }
  | { readonly input: 'decimal' | 'text'; readonly initial: string };

/**
 * Revision fields with an input of their own under "Execution", in order. The form, the draft, the request body and the
 * comparison of revisions follow. Their texts are `w.agents.fields`, `fieldHints` and `fieldChoices`.
 */
export const EXECUTION_FIELDS = FIELD_INPUTS satisfies Readonly<Record<string, ExecutionField>>;

export type ExecutionFieldName = keyof typeof EXECUTION_FIELDS;

type ValueOf<F> = F extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : F extends { readonly input: 'integer' }
    ? number
    : string;

/** Values of the fields as the form has them. Empty texts stand for none. */
export type ExecutionDraft = { readonly [K in ExecutionFieldName]: ValueOf<(typeof EXECUTION_FIELDS)[K]> };

/** All fields with their inputs. */
export const EXECUTION_INPUTS = Object.entries(EXECUTION_FIELDS) as readonly [ExecutionFieldName, ExecutionField][];

/** Values of a new agent: the defaults of the API. */
export const INITIAL_EXECUTION = mapFields(({ initial }) => initial) as ExecutionDraft;

/** Values of a revision. */
export function toExecutionDraft(revision: Readonly<Record<ExecutionFieldName, unknown>>): ExecutionDraft {
  return mapFields((_, name) => revision[name] ?? '') as ExecutionDraft;
}

/** Values for a request body. */
export function toExecutionBody(draft: ExecutionDraft): Readonly<Record<ExecutionFieldName, unknown>> {
  return mapFields((_, name) => {
    const value: unknown = draft[name];
    return typeof value === 'string' ? value.trim() || null : value;
  });
}

function mapFields<T>(toValue: (field: ExecutionField, name: ExecutionFieldName) => T): Record<ExecutionFieldName, T> {
  return Object.fromEntries(EXECUTION_INPUTS.map(([name, field]) => [name, toValue(field, name)])) as never;
}
