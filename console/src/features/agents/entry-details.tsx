import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField, CheckboxGroupField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { allowable, type KeptKind, type Known, type ServerKind } from './attachable.ts';
import type { Entry } from './draft.ts';
import { RevisionField } from './revision-field.tsx';

interface Props {
  readonly kind: KeptKind | ServerKind;
  readonly of: Known;
  readonly entry: Entry;
  readonly onChange: (entry: Entry) => void;
}

/** What is said of a thing that an agent uses besides which it is: a revision that is kept to, or which tools of a server. */
export function EntryDetails({ kind, ...props }: Props) {
  return kind === 'agent_tools' || kind === 'skills' ? (
    <KeptRevision kind={kind} {...props} />
  ) : (
    <AllowedTools kind={kind} {...props} />
  );
}

const REVISION = { agent_tools: 'task_agent_revision_id', skills: 'skill_revision_id' } as const;

function KeptRevision({ kind, of, entry, onChange }: Props & { readonly kind: KeptKind }) {
  const field = REVISION[kind];
  return (
    <RevisionField
      label={w.agents.revisionOf(of.name)}
      kind={kind}
      of={of}
      value={(entry[field] as string | null | undefined) ?? null}
      onChange={(id) => onChange({ ...entry, [field]: id })}
    />
  );
}

function AllowedTools({ kind, of, entry, onChange }: Props & { readonly kind: ServerKind }) {
  const { data = [], error } = useQuery(allowable(useScope(), kind, of));
  const allowed = entry.allowed_tool_ids as readonly string[] | null | undefined;
  const nameOf = (id: string) => data.find((tool) => tool.id === id)?.name ?? `…${id.slice(-6)}`;
  const ids = [...new Set([...data.map(({ id }) => id), ...(allowed ?? [])])];
  return (
    <div className="flex flex-col gap-2">
      {error && <ErrorAlert error={error} />}
      <CheckboxField
        label={w.agents.allToolsOf(of.name)}
        checked={!allowed}
        onChange={(on) => onChange({ ...entry, allowed_tool_ids: on ? null : data.map(({ id }) => id) })}
      />
      {allowed && (
        <CheckboxGroupField
          label={w.agents.toolsOf(of.name)}
          options={ids}
          getLabel={nameOf}
          value={allowed}
          onChange={(chosen = []) => onChange({ ...entry, allowed_tool_ids: chosen })}
        />
      )}
    </div>
  );
}
