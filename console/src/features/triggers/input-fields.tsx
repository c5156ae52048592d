import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { type Settings, withSetting } from '../../lib/settings.ts';
import { useOpenOnError } from '../../ui/disclosure.tsx';
import { findFieldError, TextareaField } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { task } from '../tasks/queries.ts';
import type { Target } from './queries.ts';

interface Props {
  readonly target: Target | undefined;
  readonly message: string;
  readonly input: Settings;
  readonly error: unknown;
  readonly onMessage: (message: string) => void;
  readonly onInput: (input: Settings) => void;
}

/** What each run of a schedule is given: an agent its message, a task a value for each place of its prompts. */
export function InputFields({ target, message, error, onMessage, ...props }: Props) {
  if (!target) return <p className="text-sm text-quiet">{w.triggers.inputLater}</p>;
  if (target.target_type === 'task') return <TaskInput taskId={target.target_id} error={error} {...props} />;
  return (
    <TextareaField
      label={w.triggers.message}
      hint={w.triggers.messageHint}
      path="task_input"
      error={error}
      required
      rows={3}
      value={message}
      onChange={(event) => onMessage(event.target.value)}
    />
  );
}

interface TaskProps extends Pick<Props, 'input' | 'error' | 'onInput'> {
  readonly taskId: string;
}

function TaskInput({ taskId, input, error, onInput }: TaskProps) {
  const { data } = useQuery(task(useScope(), taskId));
  const serving = data?.revisions.filter(({ active }) => active) ?? [];
  // What is no object is JSON that is being typed.
  const given = typeof input === 'object' ? input : {};
  const names = [...new Set([...serving.flatMap(({ input_params }) => input_params), ...Object.keys(given)])];
  // What is wrong with one value stands beside its field.
  const beside = names.some((name) => findFieldError(error, `task_input.${name}`) !== undefined);
  const isRefused = !beside && findFieldError(error, 'task_input') !== undefined;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{w.triggers.input}</legend>
      {data && names.length === 0 && <p className="text-sm text-quiet">{w.triggers.noInput}</p>}
      {names.map((name) => (
        <SettingField
          key={name}
          setting={{ name, type: 'long' }}
          label={name}
          path={`task_input.${name}`}
          error={error}
          value={given[name]}
          onChange={(value) => onInput(withSetting(given, name, value))}
        />
      ))}
      <details {...useOpenOnError(isRefused)}>
        <summary className="text-sm">{w.triggers.inputJson}</summary>
        <div className="pt-2">
          <SettingField
            setting={{ name: 'task_input', type: 'json' }}
            label={w.triggers.inputHint}
            path="task_input"
            error={isRefused ? error : undefined}
            value={input}
            onChange={(value) => onInput((value ?? {}) as Settings)}
          />
        </div>
      </details>
    </fieldset>
  );
}
