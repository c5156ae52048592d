import type { ReactNode } from 'react';

/** What the fields of a kind of trigger are given. */
export interface FieldsProps<Draft> {
  readonly draft: Draft;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

/** How a kind of trigger is filled in. */
export interface TriggerForm<Draft> {
  /** What the form holds before anything is typed. */
  readonly first: Draft;
  readonly fields: (props: FieldsProps<Draft>) => ReactNode;
  /** The body of what the form says. Throws where a field is to be JSON and is none. */
  readonly bodyOf: (draft: Draft) => object;
  /** Places of the fields in that body. */
  readonly places: readonly string[];
}
