import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, FormError } from './form.tsx';

/** The part of a TanStack mutation that a form uses. */
interface FormMutation {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly mutate: () => void;
}

interface Props {
  readonly mutation: FormMutation;
  readonly submitLabel: string;
  /** Paths of the fields that show their own errors. */
  readonly fieldPaths: readonly string[];
  readonly children: ReactNode;
}

interface PageProps extends Props {
  /** Whether the user may submit. Without it, the form has no button. */
  readonly canSubmit?: boolean;
  readonly className?: string;
}

/** A form on a page that runs a mutation. Shows the errors that no field shows. */
export function MutationForm({ mutation, submitLabel, fieldPaths, canSubmit = true, className, children }: PageProps) {
  return (
    <Form onSubmit={() => mutation.mutate()} {...(className === undefined ? {} : { className })}>
      {children}
      <FormError error={mutation.error} fieldPaths={fieldPaths} />
      {canSubmit && (
        <div>
          <Button type="submit" variant="primary" isPending={mutation.isPending}>
            {submitLabel}
          </Button>
        </div>
      )}
    </Form>
  );
}

interface DialogProps extends Props {
  readonly title: string;
  /** Whether the form cannot be submitted as it is. The children say why. */
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
}

/** A form in a dialog that runs a mutation. */
export function MutationDialog({
  title,
  isDisabled = false,
  onClose,
  mutation,
  submitLabel,
  fieldPaths,
  children,
}: DialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => mutation.mutate()}>
        {children}
        <FormError error={mutation.error} fieldPaths={fieldPaths} />
        <Button type="submit" variant="primary" isPending={mutation.isPending} disabled={isDisabled}>
          {submitLabel}
        </Button>
      </Form>
    </Dialog>
  );
}
