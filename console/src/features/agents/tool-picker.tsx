import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { useOpenOnError } from '../../ui/disclosure.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField, FieldErrorText, TextField, useFieldError } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type AttachableItem, attachableQuery } from './attachable.ts';
import { AttachmentDetails } from './attachment-details.tsx';
import { CollectionFilters } from './collection-filters.tsx';
import { type AgentDraft, ATTACHMENT_ID_FIELDS, type AttachmentKind } from './draft.ts';

/** Built-in tools. */
const BUILTIN_TOOLS = ['calculator', 'current_time', 'http_request'] as const;

interface Props {
  readonly draft: AgentDraft;
  readonly onChange: (draft: AgentDraft) => void;
  readonly error: unknown;
}

/** Number of items above which a search field appears. */
const SEARCH_THRESHOLD = 12;

/** Selects built-in tools and the project's resources that the agent can use. */
export function ToolPicker({ draft, onChange, error }: Props) {
  const { fieldError, onChange: dismissError } = useFieldError(error, 'builtin_tools');
  return (
    <div className="flex flex-col gap-2">
      {draft.mode === 'sequential' && <p className="text-sm text-muted">{w.agents.stepsOnly}</p>}
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-3" onChange={dismissError}>
        {BUILTIN_TOOLS.map((name) => (
          <CheckboxField
            key={name}
            label={<code className="font-mono text-sm">{name}</code>}
            hint={w.agents.builtinTools[name]}
            checked={draft.builtin_tools.includes(name)}
            onChange={(isChecked) =>
              onChange({
                ...draft,
                builtin_tools: isChecked
                  ? [...draft.builtin_tools, name]
                  : draft.builtin_tools.filter((each) => each !== name),
              })
            }
          />
        ))}
      </div>
      <FieldErrorText>{fieldError}</FieldErrorText>
      {(Object.keys(ATTACHMENT_ID_FIELDS) as AttachmentKind[])
        .filter((kind) => kind !== 'collections')
        .map((kind) => (
          <AttachmentPicker key={kind} kind={kind} draft={draft} onChange={onChange} error={error} />
        ))}
    </div>
  );
}

/** Selects resources of a kind. */
export function AttachmentPicker({ kind, draft, onChange, error }: Props & { readonly kind: AttachmentKind }) {
  const scope = useScope();
  const canView = useHasPermission('project', 'view');
  const [isOpen, setOpen] = useState(false);
  const { data, error: loadError } = useQuery({ ...attachableQuery(scope, kind), enabled: canView === true });
  const idField = ATTACHMENT_ID_FIELDS[kind];
  const entries = draft[kind];
  const { fieldError, onChange: dismissError } = useFieldError(error, kind);
  const getItem = (id: string) => data?.find((candidate) => candidate.id === id) ?? { id, name: `…${id.slice(-6)}` };
  return (
    <details
      className="rounded border px-3 py-2"
      onChange={dismissError}
      {...useOpenOnError(fieldError !== undefined)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {w.agents.ofKind({
          name: w.agents.kindNames[kind],
          chosen: entries.length,
          of: data?.length ?? entries.length,
        })}
      </summary>
      {loadError && <ErrorAlert error={loadError} />}
      {canView === false && <p className="pt-2 text-sm text-muted">{w.agents.kindsHidden}</p>}
      <FieldErrorText>{fieldError}</FieldErrorText>
      {data && (
        <ItemCheckboxes
          kindLabel={w.agents.kindNames[kind]}
          items={data}
          selectedIds={entries.map((entry) => String(entry[idField]))}
          onChange={(id, isChecked) =>
            onChange({
              ...draft,
              [kind]: isChecked ? [...entries, { [idField]: id }] : entries.filter((entry) => entry[idField] !== id),
            })
          }
        />
      )}
      {isOpen && kind === 'collections' && (
        <CollectionFilters
          entries={entries}
          getName={(id) => getItem(id).name}
          error={error}
          onChange={(collections) => onChange({ ...draft, collections })}
        />
      )}
      {isOpen && canView && kind !== 'task_tools' && kind !== 'collections' && (
        <div className="flex flex-col gap-3 pt-3 empty:hidden">
          {entries.map((entry) => (
            <AttachmentDetails
              key={String(entry[idField])}
              kind={kind}
              item={getItem(String(entry[idField]))}
              entry={entry}
              onChange={(nextEntry) =>
                onChange({ ...draft, [kind]: entries.map((each) => (each === entry ? nextEntry : each)) })
              }
            />
          ))}
        </div>
      )}
    </details>
  );
}

interface ItemCheckboxesProps {
  /** Plural name of the items. */
  readonly kindLabel: string;
  readonly items: readonly AttachableItem[];
  readonly selectedIds: readonly string[];
  readonly onChange: (id: string, isChecked: boolean) => void;
}

/** Checkboxes for all items, with a search for long lists. Selected items always stay visible. */
function ItemCheckboxes({ kindLabel, items, selectedIds, onChange }: ItemCheckboxesProps) {
  const [searchText, setSearchText] = useState('');
  const searchTerm = searchText.trim().toLocaleLowerCase();
  const visibleItems = items.filter(
    ({ id, name }) => selectedIds.includes(id) || name.toLocaleLowerCase().includes(searchTerm),
  );
  // Deleted items and items beyond the end of the list can still be deselected.
  const unlistedIds = selectedIds.filter((id) => !items.some((item) => item.id === id));
  return (
    <>
      {items.length === 0 && <p className="pt-2 text-sm text-muted">{w.agents.noneOfKind}</p>}
      {items.length > SEARCH_THRESHOLD && (
        <div className="max-w-sm pt-2">
          <TextField
            type="search"
            label={w.agents.findOfKind({ kind: kindLabel })}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            // Enter would submit the surrounding form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <p role="status" className="text-sm text-muted">
            {searchTerm !== '' && visibleItems.length === 0 && w.agents.noneSought}
          </p>
        </div>
      )}
      <div className="grid gap-x-4 gap-y-1 pt-2 sm:grid-cols-2">
        {visibleItems.map(({ id, name }) => (
          <CheckboxField
            key={id}
            label={<span className="break-words">{name}</span>}
            checked={selectedIds.includes(id)}
            onChange={(isChecked) => onChange(id, isChecked)}
          />
        ))}
        {unlistedIds.map((id) => (
          <CheckboxField
            key={id}
            label={<span className="break-all text-muted">{w.agents.notListed({ id: id.slice(-6) })}</span>}
            checked
            onChange={(isChecked) => onChange(id, isChecked)}
          />
        ))}
      </div>
    </>
  );
}
