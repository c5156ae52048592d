import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { Failed } from '../../ui/failed.tsx';
import { CheckField, FieldProblem, useProblem } from '../../ui/field.tsx';
import { useOpening } from '../../ui/fold.tsx';
import { w } from '../../words/index.ts';
import { attachable } from './attachable.ts';
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

/** What the agent may use: tools of the product, and everything of the project that can be one. */
export function ToolPicker({ draft, onChange, error }: Props) {
  const { problem, onChange: judge } = useProblem(error, 'builtin_tools');
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border p-3">
      <legend className="px-1 font-medium">{w.agents.tools}</legend>
      {draft.mode === 'sequential' && <p className="text-sm text-quiet">{w.agents.stepsOnly}</p>}
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-3" onChange={judge}>
        {BUILTIN.map((name) => (
          <CheckField
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
      <FieldProblem>{problem}</FieldProblem>
      {(Object.keys(ATTACHED) as Attached[]).map((kind) => (
        <KindPicker key={kind} kind={kind} draft={draft} onChange={onChange} error={error} />
      ))}
    </fieldset>
  );
}

function KindPicker({ kind, draft, onChange, error }: Props & { readonly kind: Attached }) {
  const scope = useScope();
  const sees = useMay('project', 'view');
  const [isOpen, setOpen] = useState(false);
  const { data, error: unread } = useQuery({ ...attachable(scope, kind), enabled: sees === true });
  const idName = ATTACHED[kind];
  const chosen = draft[kind];
  const { problem, onChange: judge } = useProblem(error, kind);
  // What was deleted since, or lies beyond the end of the list, can still be let go.
  const gone = data
    ? chosen.map((each) => String(each[idName])).filter((id) => !data.some((one) => one.id === id))
    : [];
  const change = (id: string, on: boolean) =>
    onChange({ ...draft, [kind]: on ? [...chosen, { [idName]: id }] : chosen.filter((each) => each[idName] !== id) });
  const known = (id: string) => data?.find((one) => one.id === id) ?? { id, name: `…${id.slice(-6)}` };
  return (
    <details
      className="rounded border px-3 py-2"
      onChange={judge}
      {...useOpening(problem !== undefined)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{w.agents.ofKind(w.agents.kindNames[kind], chosen.length, data?.length ?? chosen.length)}</summary>
      {unread && <Failed error={unread} />}
      {sees === false && <p className="pt-2 text-sm text-quiet">{w.agents.kindsHidden}</p>}
      <FieldProblem>{problem}</FieldProblem>
      {data?.length === 0 && <p className="pt-2 text-sm text-quiet">{w.agents.noneOfKind}</p>}
      <div className="grid gap-x-4 gap-y-1 pt-2 sm:grid-cols-2">
        {data?.map(({ id, name }) => (
          <CheckField
            key={id}
            label={<span className="break-words">{name}</span>}
            checked={chosen.some((each) => each[idName] === id)}
            onChange={(on) => change(id, on)}
          />
        ))}
        {gone.map((id) => (
          <CheckField
            key={id}
            label={<span className="break-all text-quiet">{w.agents.notListed(id.slice(-6))}</span>}
            checked
            onChange={(on) => change(id, on)}
          />
        ))}
      </div>
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
