import type { ReactNode } from 'react';
import type { Trigger } from '../queries.ts';
import type { TriggerForm } from '../trigger-form.ts';

/** Console part of a kind of triggers: its forms and the sections of its page. */
export interface TriggerKind<T extends Trigger = Trigger, Draft = unknown> {
  /** Returns the form for a new trigger. */
  createForm(): TriggerForm<Draft>;
  /** Returns the form for an existing trigger. */
  toForm(trigger: T): TriggerForm<Draft>;
  /** Section above the form. */
  renderAbove?(trigger: T): ReactNode;
  /** Sections beside the form, such as a way to test it. */
  renderBeside(trigger: T): ReactNode;
}
