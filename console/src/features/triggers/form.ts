import type { ReactNode } from 'react';
import type { Target } from './queries.ts';

/** What the fields of a kind of trigger are given. */
export interface FieldsProps<Draft> {
  readonly draft: Draft;
  /** What is to be run; undefined until it is chosen. */
  readonly target: Target | undefined;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

/** How a kind of trigger is filled in. */
export interface TriggerForm<Draft> {
  /** What the form holds before anything is typed. */
  readonly first: Draft;
  readonly fields: (props: FieldsProps<Draft>) => ReactNode;
  /** The body of what the form says of a target. Throws where a field is to be JSON and is none. */
  readonly bodyOf: (draft: Draft, target: Target | undefined) => object;
  /** Places of the fields in that body. */
  readonly places: readonly string[];
}
