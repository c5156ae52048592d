import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { useOpenOnError } from '../../ui/disclosure.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField, FieldErrorText, TextField, useFieldError } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { attachable, type Known } from './attachable.ts';
import { ATTACHED, type Attached, type Draft } from './draft.ts';
import { EntryDetails } from './entry-details.tsx';
import { TaskToolDetails } from './task-tool-details.tsx';

/** Tools that come with the product. */
const BUILTIN = ['calculator', 'current_time', 'http_request'] as const;

interface Props {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly error: unknown;
}

/** As many as are looked through at a glance. */
const FEW = 12;

/** What the agent may use: tools of the product, and everything of the project that can be one. */
export function ToolPicker({ draft, onChange, error }: Props) {
  const { fieldError: problem, onChange: judge } = useFieldError(error, 'builtin_tools');
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border p-3">
      <legend className="px-1 font-medium">{w.agents.tools}</legend>
      {draft.mode === 'sequential' && <p className="text-sm text-quiet">{w.agents.stepsOnly}</p>}
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-3" onChange={judge}>
        {BUILTIN.map((name) => (
          <CheckboxField
            key={name}
            label={<code className="font-mono text-sm">{name}</code>}
            hint={w.agents.builtinTools[name]}
            checked={draft.builtin_tools.includes(name)}
            onChange={(on) =>
              onChange({
                ...draft,
                builtin_tools: on
                  ? [...draft.builtin_tools, name]
                  : draft.builtin_tools.filter((each) => each !== name),
              })
            }
          />
        ))}
      </div>
      <FieldErrorText>{problem}</FieldErrorText>
      {(Object.keys(ATTACHED) as Attached[]).map((kind) => (
        <KindPicker key={kind} kind={kind} draft={draft} onChange={onChange} error={error} />
      ))}
    </fieldset>
  );
}

function KindPicker({ kind, draft, onChange, error }: Props & { readonly kind: Attached }) {
  const scope = useScope();
  const sees = useHasPermission('project', 'view');
  const [isOpen, setOpen] = useState(false);
  const { data, error: unread } = useQuery({ ...attachable(scope, kind), enabled: sees === true });
  const idName = ATTACHED[kind];
  const chosen = draft[kind];
  const { fieldError: problem, onChange: judge } = useFieldError(error, kind);
  const known = (id: string) => data?.find((one) => one.id === id) ?? { id, name: `…${id.slice(-6)}` };
  return (
    <details
      className="rounded border px-3 py-2"
      onChange={judge}
      {...useOpenOnError(problem !== undefined)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{w.agents.ofKind(w.agents.kindNames[kind], chosen.length, data?.length ?? chosen.length)}</summary>
      {unread && <ErrorAlert error={unread} />}
      {sees === false && <p className="pt-2 text-sm text-quiet">{w.agents.kindsHidden}</p>}
      <FieldErrorText>{problem}</FieldErrorText>
      {data && (
        <Choices
          kind={w.agents.kindNames[kind]}
          all={data}
          chosen={chosen.map((each) => String(each[idName]))}
          onChange={(id, on) =>
            onChange({
              ...draft,
              [kind]: on ? [...chosen, { [idName]: id }] : chosen.filter((each) => each[idName] !== id),
            })
          }
        />
      )}
      {isOpen && kind === 'task_tools' && (
        <TaskToolDetails draft={draft} nameOf={(id) => known(id).name} onChange={onChange} />
      )}
      {isOpen && sees && kind !== 'task_tools' && kind !== 'collections' && (
        <div className="flex flex-col gap-3 pt-3 empty:hidden">
          {chosen.map((entry) => (
            <EntryDetails
              key={String(entry[idName])}
              kind={kind}
              of={known(String(entry[idName]))}
              entry={entry}
              onChange={(next) => onChange({ ...draft, [kind]: chosen.map((each) => (each === entry ? next : each)) })}
            />
          ))}
        </div>
      )}
    </details>
  );
}

interface ChoicesProps {
  /** What they are called together. */
  readonly kind: string;
  readonly all: readonly Known[];
  readonly chosen: readonly string[];
  readonly onChange: (id: string, on: boolean) => void;
}

/** Everything that can be chosen of a kind; where that is much, by a part of its name. What is chosen stays in sight. */
function Choices({ kind, all, chosen, onChange }: ChoicesProps) {
  const [sought, setSought] = useState('');
  const part = sought.trim().toLocaleLowerCase();
  const shown = all.filter(({ id, name }) => chosen.includes(id) || name.toLocaleLowerCase().includes(part));
  // What was deleted since, or lies beyond the end of the list, can still be let go.
  const gone = chosen.filter((id) => !all.some((one) => one.id === id));
  return (
    <>
      {all.length === 0 && <p className="pt-2 text-sm text-quiet">{w.agents.noneOfKind}</p>}
      {all.length > FEW && (
        <div className="max-w-sm pt-2">
          <TextField
            type="search"
            label={w.agents.findOfKind(kind)}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            // Return would send the form around it.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <p role="status" className="text-sm text-quiet">
            {part !== '' && shown.length === 0 && w.agents.noneSought}
          </p>
        </div>
      )}
      <div className="grid gap-x-4 gap-y-1 pt-2 sm:grid-cols-2">
        {shown.map(({ id, name }) => (
          <CheckboxField
            key={id}
            label={<span className="break-words">{name}</span>}
            checked={chosen.includes(id)}
            onChange={(on) => onChange(id, on)}
          />
        ))}
        {gone.map((id) => (
          <CheckboxField
            key={id}
            label={<span className="break-all text-quiet">{w.agents.notListed(id.slice(-6))}</span>}
            checked
            onChange={(on) => onChange(id, on)}
          />
        ))}
      </div>
    </>
  );
}
