import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import type { Draft } from './draft.ts';

interface Props {
  readonly draft: Draft;
  readonly nameOf: (id: string) => string;
  readonly onChange: (draft: Draft) => void;
}

/** What is said of an agent's tasks besides which they are: their order where they are steps, else which one shapes the answer. */
export function TaskToolDetails({ draft, nameOf, onChange }: Props) {
  if (draft.task_tools.length === 0) return null;
  return draft.mode === 'sequential' ? (
    <Steps draft={draft} nameOf={nameOf} onChange={onChange} />
  ) : (
    <Formatter draft={draft} nameOf={nameOf} onChange={onChange} />
  );
}

function Formatter({ draft, nameOf, onChange }: Props) {
  const shapes = draft.task_tools.find(({ is_output_formatter: isIt }) => isIt === true);
  return (
    <div className="pt-3">
      <SelectField
        label={w.agents.formatter}
        hint={w.agents.formatterHint}
        value={String(shapes?.task_id ?? '')}
        onChange={({ target }) =>
          onChange({
            ...draft,
            task_tools: draft.task_tools.map((each) => ({
              ...each,
              is_output_formatter: each.task_id === target.value,
            })),
          })
        }
      >
        <option value="">{w.agents.noFormatter}</option>
        {draft.task_tools.map(({ task_id: id }) => (
          <option key={String(id)} value={String(id)}>
            {nameOf(String(id))}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function Steps({ draft, nameOf, onChange }: Props) {
  const steps = draft.task_tools;
  const swap = (at: number) => {
    const [one, other] = [steps[at], steps[at + 1]];
    if (one && other) onChange({ ...draft, task_tools: [...steps.slice(0, at), other, one, ...steps.slice(at + 2)] });
  };
  return (
    <div className="flex flex-col gap-1 pt-3">
      <p className="font-medium">{w.agents.steps}</p>
      <ol className="flex list-decimal flex-col gap-1 ps-6">
        {steps.map(({ task_id: id }, at) => (
          <li key={String(id)}>
            <span className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 break-words">{nameOf(String(id))}</span>
              {at > 0 && (
                <Button
                  isSmall
                  variant="quiet"
                  aria-label={w.agents.earlier(nameOf(String(id)))}
                  onClick={() => swap(at - 1)}
                >
                  <span aria-hidden>↑</span>
                </Button>
              )}
              {at < steps.length - 1 && (
                <Button
                  isSmall
                  variant="quiet"
                  aria-label={w.agents.later(nameOf(String(id)))}
                  onClick={() => swap(at)}
                >
                  <span aria-hidden>↓</span>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
