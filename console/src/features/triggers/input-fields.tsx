import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { type Settings, withSetting } from '../../lib/settings.ts';
import { useOpenOnError } from '../../ui/disclosure.tsx';
import { findFieldError, TextareaField } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { taskQuery } from '../tasks/queries.ts';
import type { Target } from './queries.ts';

interface Props {
  readonly target: Target | undefined;
  readonly message: string;
  readonly input: Settings;
  readonly error: unknown;
  readonly onMessageChange: (message: string) => void;
  readonly onInputChange: (input: Settings) => void;
}

/** Input of each scheduled run: a message for an agent, prompt variables for a task. */
export function InputFields({ target, message, error, onMessageChange, ...props }: Props) {
  if (!target) return <p className="text-sm text-muted">{w.triggers.inputNeedsTarget}</p>;
  if (target.target_type === 'task') return <TaskInputFields taskId={target.target_id} error={error} {...props} />;
  return (
    <TextareaField
      label={w.triggers.message}
      hint={w.triggers.messageHint}
      path="task_input"
      error={error}
      required
      rows={3}
      value={message}
      onChange={(event) => onMessageChange(event.target.value)}
    />
  );
}

interface TaskInputFieldsProps extends Pick<Props, 'input' | 'error' | 'onInputChange'> {
  readonly taskId: string;
}

function TaskInputFields({ taskId, input, error, onInputChange }: TaskInputFieldsProps) {
  const { data } = useQuery(taskQuery(useScope(), taskId));
  const activeRevisions = data?.revisions.filter(({ active }) => active) ?? [];
  // A string is incomplete JSON that the user is typing.
  const values = typeof input === 'object' ? input : {};
  const names = [...new Set([...activeRevisions.flatMap(({ input_params }) => input_params), ...Object.keys(values)])];
  // An error of a single value appears at its own field.
  const hasValueError = names.some((name) => findFieldError(error, `task_input.${name}`) !== undefined);
  const hasInputError = !hasValueError && findFieldError(error, 'task_input') !== undefined;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{w.triggers.input}</legend>
      {data && names.length === 0 && <p className="text-sm text-muted">{w.triggers.noInput}</p>}
      {names.map((name) => (
        <SettingField
          key={name}
          setting={{ name, type: 'long' }}
          label={name}
          path={`task_input.${name}`}
          error={error}
          value={values[name]}
          onChange={(value) => onInputChange(withSetting(values, name, value))}
        />
      ))}
      <details {...useOpenOnError(hasInputError)}>
        <summary className="text-sm">{w.triggers.inputJson}</summary>
        <div className="pt-2">
          <SettingField
            setting={{ name: 'task_input', type: 'json' }}
            label={w.triggers.inputHint}
            path="task_input"
            error={hasInputError ? error : undefined}
            value={input}
            onChange={(value) => onInputChange((value ?? {}) as Settings)}
          />
        </div>
      </details>
    </fieldset>
  );
}
