import type { ComponentProps, ReactNode } from 'react';
import { Form, FormError } from '../../ui/form.tsx';
import { BuilderSections } from './builder-sections.tsx';

interface Props extends ComponentProps<typeof BuilderSections> {
  /** Whether the user can edit the fields. They are read-only otherwise. */
  readonly canEdit: boolean;
  readonly onSubmit: () => void;
  /** Error of the activation, and the bar with the buttons. */
  readonly children: ReactNode;
}

/** The form of a builder: its sections, the error of the request, and the buttons. */
export function BuilderForm({ canEdit, onSubmit, children, ...sections }: Props) {
  return (
    <Form className="flex min-w-0 flex-col gap-4" onSubmit={() => onSubmit()}>
      <fieldset disabled={!canEdit} className="contents">
        <BuilderSections {...sections} />
      </fieldset>
      <FormError error={sections.error} />
      {children}
    </Form>
  );
}
