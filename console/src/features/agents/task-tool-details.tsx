import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ArrowDown, ArrowUp } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { attachableQuery } from './attachable.ts';
import type { AgentDraft } from './draft.ts';

interface Props {
  readonly draft: AgentDraft;
  readonly onChange: (draft: AgentDraft) => void;
}

interface NamedProps extends Props {
  readonly getTaskName: (id: string) => string;
}

/** Edits the order of tasks in sequential mode, else which task formats the output. */
export function TaskToolDetails({ draft, onChange }: Props) {
  const canView = useHasPermission('project', 'view') === true;
  const { data = [] } = useQuery({ ...attachableQuery(useScope(), 'task_tools'), enabled: canView });
  const getTaskName = (id: string) => data.find((task) => task.id === id)?.name ?? `…${id.slice(-6)}`;
  return draft.mode === 'sequential' ? (
    <StepOrder draft={draft} getTaskName={getTaskName} onChange={onChange} />
  ) : (
    <OutputFormatterField draft={draft} getTaskName={getTaskName} onChange={onChange} />
  );
}

function OutputFormatterField({ draft, getTaskName, onChange }: NamedProps) {
  const formatter = draft.task_tools.find(({ is_output_formatter: isFormatter }) => isFormatter === true);
  return (
    <div>
      <SelectField
        label={w.agents.formatter}
        hint={w.agents.formatterHint}
        value={String(formatter?.task_id ?? '')}
        onChange={({ target }) =>
          onChange({
            ...draft,
            task_tools: draft.task_tools.map((entry) => ({
              ...entry,
              is_output_formatter: entry.task_id === target.value,
            })),
          })
        }
      >
        <option value="">{w.agents.noFormatter}</option>
        {draft.task_tools.map(({ task_id: id }) => (
          <option key={String(id)} value={String(id)}>
            {getTaskName(String(id))}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function StepOrder({ draft, getTaskName, onChange }: NamedProps) {
  const steps = draft.task_tools;
  const swapWithNext = (index: number) => {
    const [first, second] = [steps[index], steps[index + 1]];
    if (first && second)
      onChange({ ...draft, task_tools: [...steps.slice(0, index), second, first, ...steps.slice(index + 2)] });
  };
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{w.agents.steps}</p>
      <ol className="flex list-decimal flex-col gap-1 ps-6">
        {steps.map(({ task_id: id }, index) => (
          <li key={String(id)}>
            <span className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 break-words">{getTaskName(String(id))}</span>
              {index > 0 && (
                <Button
                  isSmall
                  variant="quiet"
                  aria-label={w.agents.moveUp({ name: getTaskName(String(id)) })}
                  onClick={() => swapWithNext(index - 1)}
                >
                  <ArrowUp className="size-4" />
                </Button>
              )}
              {index < steps.length - 1 && (
                <Button
                  isSmall
                  variant="quiet"
                  aria-label={w.agents.moveDown({ name: getTaskName(String(id)) })}
                  onClick={() => swapWithNext(index)}
                >
                  <ArrowDown className="size-4" />
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
