import type { ReactNode } from 'react';
import type { Target } from './queries.ts';

/** Props of the fields of a trigger type. */
export interface FieldsProps<Draft> {
  readonly draft: Draft;
  /** Task or agent to run; undefined until selected. */
  readonly target: Target | undefined;
  readonly error: unknown;
  onChange(draft: Draft): void;
}

/** The form of a trigger type. */
export interface TriggerForm<Draft> {
  /** Initial state. */
  readonly initialDraft: Draft;
  renderFields(props: FieldsProps<Draft>): ReactNode;
  /** Converts the state to a request body. Throws an {@link ApiError} for invalid JSON. */
  toBody(draft: Draft, target: Target | undefined): object;
  /** Paths of the fields in the request body. */
  readonly fieldPaths: readonly string[];
}
