import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { FieldErrorText, useFieldError } from '../../ui/field.tsx';
import { Check, Plus, X } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { AttachmentDetails } from './attachment-details.tsx';
import { CollectionFilters } from './collection-filters.tsx';
import { type AgentDraft, ATTACHMENT_ID_FIELDS } from './draft.ts';
import { ItemBadges } from './item-badges.tsx';
import { BUILTIN_TOOLS, getKindName, type ItemKind, KIND_ICONS, TOOL_ITEM_KINDS } from './tool-kinds.ts';
import { getSelectedIds, type Item, useItems, withItem } from './use-items.ts';
import { usePolicyPreview } from './use-policy-preview.ts';

const ToolDialog = lazy(async () => ({ default: (await import('./tool-dialog.tsx')).ToolDialog }));

interface Props {
  readonly draft: AgentDraft;
  readonly onChange: (draft: AgentDraft) => void;
  readonly error: unknown;
}

/** Shows the tools of an agent, and selects them in a dialog. */
export function ToolPicker(props: Props) {
  return (
    <>
      {props.draft.mode === 'sequential' && <p className="text-sm text-muted">{w.agents.sequenceHint}</p>}
      <ItemPicker kinds={TOOL_ITEM_KINDS} label={w.agents.chooseTools} {...props}>
        <BuiltinToggles {...props} />
      </ItemPicker>
    </>
  );
}

/** Shows the collections that an agent searches, and selects them in a dialog. */
export function CollectionsPicker(props: Props) {
  const { draft, onChange, error } = props;
  const { items } = useItems(['collections']);
  return (
    <>
      <ItemPicker kinds={['collections']} label={w.agents.chooseCollections} {...props} />
      <CollectionFilters
        entries={draft.collections}
        getName={(id) => items.find((item) => item.id === id)?.name ?? shortenId(id)}
        error={error}
        onChange={(collections) => onChange({ ...draft, collections })}
      />
    </>
  );
}

interface ItemPickerProps extends Props {
  readonly kinds: readonly ItemKind[];
  /** Label of the button that opens the dialog, and title of the dialog. */
  readonly label: string;
  /** Further buttons. */
  readonly children?: ReactNode;
}

function ItemPicker({ kinds, label, children, ...props }: ItemPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { items, isLoading } = useItems(kinds);
  const isEmpty = kinds.every((kind) => getSelectedIds(props.draft, kind).length === 0);
  return (
    <div className="flex flex-col gap-3">
      {isEmpty && <p className="text-sm text-muted">{w.agents.noneSelected}</p>}
      {kinds.map((kind) => (
        <SelectedItems key={kind} kind={kind} items={items} isLoading={isLoading} {...props} />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setIsOpen(true)}>
          <Plus className="size-4" /> {label}
        </Button>
        {children}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <ToolDialog title={label} kinds={kinds} {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Adds or removes each built-in tool by one click. */
function BuiltinToggles({ draft, onChange }: Props) {
  return BUILTIN_TOOLS.map((name) => {
    const isSelected = draft.builtin_tools.includes(name);
    const Icon = isSelected ? Check : Plus;
    return (
      <Button
        key={name}
        isSmall
        variant="quiet"
        aria-pressed={isSelected}
        title={w.agents.builtinTools[name]}
        onClick={() => onChange(withItem(draft, { kind: 'builtin_tools', id: name }, !isSelected))}
      >
        <Icon className="size-3.5" /> {name}
      </Button>
    );
  });
}

interface SelectedItemsProps extends Props {
  readonly kind: ItemKind;
  readonly items: readonly Item[];
  readonly isLoading: boolean;
}

/** The selected items of a kind with their settings. */
function SelectedItems({ kind, items, isLoading, draft, onChange, error }: SelectedItemsProps) {
  const { fieldError, onChange: dismissError } = useFieldError(error, kind);
  const canView = useHasPermission('project', 'view') === true;
  const { data } = usePolicyPreview(draft);
  const ids = getSelectedIds(draft, kind);
  if (ids.length === 0 && fieldError === undefined) return null;
  const Icon = KIND_ICONS[kind];
  return (
    <section onChange={dismissError}>
      <h3 className="flex items-center gap-1.5 text-sm font-medium text-muted">
        <Icon className="size-4" /> {getKindName(kind)}
      </h3>
      <ul className="divide-y">
        {ids.map((id) => {
          const item = items.find((each) => each.kind === kind && each.id === id);
          const named = item ?? {
            kind,
            id,
            name: isLoading || !canView ? shortenId(id) : w.agents.notListed({ id: id.slice(-6) }),
          };
          return (
            <li key={id} className="flex flex-col gap-2 py-2">
              <div className="flex items-start gap-2">
                <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="min-w-0 break-words">{named.name}</span>
                  <ItemBadges item={named} tools={data?.tools ?? []} />
                </div>
                <Button
                  variant="quiet"
                  isSmall
                  aria-label={w.agents.removeItem({ name: named.name })}
                  onClick={() => {
                    dismissError();
                    onChange(withItem(draft, { kind, id }, false));
                  }}
                >
                  <X className="size-4" />
                </Button>
              </div>
              {canView && <ItemSettings item={named} draft={draft} onChange={onChange} />}
            </li>
          );
        })}
      </ul>
      <FieldErrorText>{fieldError}</FieldErrorText>
    </section>
  );
}

/** The pinned revision of an item, or its allowed tools. Loads them when it opens. */
function ItemSettings({ item, draft, onChange }: Omit<Props, 'error'> & { readonly item: Item }) {
  const [isOpen, setIsOpen] = useState(false);
  const { kind, id, name } = item;
  if (kind === 'builtin_tools' || kind === 'task_tools' || kind === 'collections') return null;
  const entry = draft[kind].find((each) => each[ATTACHMENT_ID_FIELDS[kind]] === id);
  if (!entry) return null;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="text-sm text-muted">{w.agents.settingsOf({ name })}</summary>
      {isOpen && (
        <div className="pt-2">
          <AttachmentDetails
            kind={kind}
            item={item}
            entry={entry}
            onChange={(nextEntry) =>
              onChange({ ...draft, [kind]: draft[kind].map((each) => (each === entry ? nextEntry : each)) })
            }
          />
        </div>
      )}
    </details>
  );
}

const shortenId = (id: string) => `…${id.slice(-6)}`;
