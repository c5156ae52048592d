import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, Refused } from './form.tsx';

/** What a form sends, and how that stands: a mutation, as far as a form is concerned with it. */
interface Act {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly mutate: () => void;
}

interface Props {
  readonly act: Act;
  /** What the button says that sends it. */
  readonly submit: string;
  /** Places of the fields that say themselves what is wrong with them. */
  readonly places: readonly string[];
  readonly children: ReactNode;
}

interface PageProps extends Props {
  /** Whether it can be sent by who looks; the form has no button otherwise. */
  readonly mayAct?: boolean;
  readonly className?: string;
}

/** Fields of a page that are sent together, what no field says of a refusal, and the button. */
export function ActForm({ act, submit, places, mayAct = true, className, children }: PageProps) {
  return (
    <Form onSubmit={() => act.mutate()} {...(className === undefined ? {} : { className })}>
      {children}
      <Refused error={act.error} fields={places} />
      {mayAct && (
        <div>
          <Button type="submit" look="primary" busy={act.isPending}>
            {submit}
          </Button>
        </div>
      )}
    </Form>
  );
}

interface DialogProps extends Props {
  readonly title: string;
  readonly onClose: () => void;
}

/** A dialog that asks for fields and sends them. */
export function ActDialog({ title, onClose, act, submit, places, children }: DialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => act.mutate()}>
        {children}
        <Refused error={act.error} fields={places} />
        <Button type="submit" look="primary" busy={act.isPending}>
          {submit}
        </Button>
      </Form>
    </Dialog>
  );
}
