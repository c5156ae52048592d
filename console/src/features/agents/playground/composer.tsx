import { type ReactNode, useState } from 'react';
import { canFocusFirst } from '../../../lib/media-query.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { TextareaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { w } from '../../../words/index.ts';

interface Props {
  /** Text that the field starts with. */
  readonly initialMessage?: string;
  readonly isDisabled: boolean;
  readonly error: unknown;
  readonly onSend: (message: string) => Promise<unknown>;
  /** The button. */
  readonly children: ReactNode;
}

/** Writes a message. The slash key focuses it, Enter sends it, Shift+Enter starts a new line. */
export function Composer({ initialMessage = '', isDisabled, error, onSend, children }: Props) {
  const [message, setMessage] = useState(initialMessage);
  useShortcuts([{ key: '/', description: w.agents.focusMessage, run: () => findMessageField()?.focus() }]);
  const send = async () => {
    if (isDisabled || message.trim() === '') return;
    setMessage('');
    // A message that was not accepted returns to its field. The error shows beside it.
    await onSend(message).catch(() => setMessage((current) => current || message));
  };
  return (
    <Form className="flex items-end gap-2" onSubmit={() => void send()}>
      <div className="min-w-0 flex-1">
        <TextareaField
          label={w.agents.message}
          hint={w.builder.sendHint}
          path="message"
          error={error}
          required
          data-message
          // The address of a new agent leads here.
          autoFocus={location.hash === '#playground' && canFocusFirst()}
          rows={2}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void send();
          }}
        />
      </div>
      {children}
    </Form>
  );
}

const findMessageField = () => document.querySelector<HTMLElement>('[data-message]');
