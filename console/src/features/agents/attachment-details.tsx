import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField, CheckboxGroupField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type AttachableItem, allowableToolsQuery, type PinnableKind, type ServerKind } from './attachable.ts';
import type { AttachmentEntry } from './draft.ts';
import { RevisionField } from './revision-field.tsx';

interface Props {
  readonly kind: PinnableKind | ServerKind;
  readonly item: AttachableItem;
  readonly entry: AttachmentEntry;
  readonly onChange: (entry: AttachmentEntry) => void;
}

/** Fields of an attachment: the pinned revision, or the allowed tools of a server. */
export function AttachmentDetails({ kind, ...props }: Props) {
  return kind === 'agent_tools' || kind === 'skills' ? (
    <PinnedRevision kind={kind} {...props} />
  ) : (
    <AllowedTools kind={kind} {...props} />
  );
}

const REVISION_ID_FIELDS = { agent_tools: 'task_agent_revision_id', skills: 'skill_revision_id' } as const;

function PinnedRevision({ kind, item, entry, onChange }: Props & { readonly kind: PinnableKind }) {
  const field = REVISION_ID_FIELDS[kind];
  return (
    <RevisionField
      label={w.agents.revisionOf({ name: item.name })}
      kind={kind}
      item={item}
      value={(entry[field] as string | null | undefined) ?? null}
      onChange={(id) => onChange({ ...entry, [field]: id })}
    />
  );
}

function AllowedTools({ kind, item, entry, onChange }: Props & { readonly kind: ServerKind }) {
  const { data = [], error } = useQuery(allowableToolsQuery(useScope(), kind, item));
  const allowedIds = entry.allowed_tool_ids as readonly string[] | null | undefined;
  const getToolName = (id: string) => data.find((tool) => tool.id === id)?.name ?? `…${id.slice(-6)}`;
  const ids = [...new Set([...data.map(({ id }) => id), ...(allowedIds ?? [])])];
  return (
    <div className="flex flex-col gap-2">
      {error && <ErrorAlert error={error} />}
      <CheckboxField
        label={w.agents.allToolsOf({ name: item.name })}
        checked={!allowedIds}
        onChange={(isChecked) => onChange({ ...entry, allowed_tool_ids: isChecked ? null : data.map(({ id }) => id) })}
      />
      {allowedIds && (
        <CheckboxGroupField
          label={w.agents.toolsOf({ name: item.name })}
          options={ids}
          getLabel={getToolName}
          value={allowedIds}
          onChange={(selectedIds = []) => onChange({ ...entry, allowed_tool_ids: selectedIds })}
        />
      )}
    </div>
  );
}
