import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { Failed } from '../../ui/failed.tsx';
import { CheckField, ChoicesField, SelectField } from '../../ui/field.tsx';
import { revisionName } from '../../ui/revision-comparison.tsx';
import { w } from '../../words/index.ts';
import { allowable, type KeptKind, type Known, keepable, type ServerKind } from './attachable.ts';
import type { Entry } from './draft.ts';

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
  const { data = [], error } = useQuery(keepable(useScope(), kind, of));
  const field = REVISION[kind];
  const kept = String(entry[field] ?? '');
  return (
    <>
      {error && <Failed error={error} />}
      <SelectField
        label={w.agents.revisionOf(of.name)}
        value={kept}
        onChange={({ target }) => onChange({ ...entry, [field]: target.value || null })}
      >
        <option value="">{w.agents.servingRevision}</option>
        {[...new Set([...data, ...(kept === '' ? [] : [kept])])].map((id) => (
          <option key={id} value={id}>
            {revisionName({ id })}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function AllowedTools({ kind, of, entry, onChange }: Props & { readonly kind: ServerKind }) {
  const { data = [], error } = useQuery(allowable(useScope(), kind, of));
  const allowed = entry.allowed_tool_ids as readonly string[] | null | undefined;
  const nameOf = (id: string) => data.find((tool) => tool.id === id)?.name ?? `…${id.slice(-6)}`;
  const ids = [...new Set([...data.map(({ id }) => id), ...(allowed ?? [])])];
  return (
    <div className="flex flex-col gap-2">
      {error && <Failed error={error} />}
      <CheckField
        label={w.agents.allToolsOf(of.name)}
        checked={!allowed}
        onChange={(on) => onChange({ ...entry, allowed_tool_ids: on ? null : data.map(({ id }) => id) })}
      />
      {allowed && (
        <ChoicesField
          label={w.agents.toolsOf(of.name)}
          options={ids}
          say={nameOf}
          value={allowed}
          onChange={(chosen = []) => onChange({ ...entry, allowed_tool_ids: chosen })}
        />
      )}
    </div>
  );
}
