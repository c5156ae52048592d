import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { type AgentDraft, ATTACHMENT_ID_FIELDS, type AttachmentKind } from './draft.ts';
import { ItemBadges } from './item-badges.tsx';
import { getKindName, type ItemKind, KIND_ICONS } from './tool-kinds.ts';
import { getSelectedIds, type Item, useItems, withItem } from './use-items.ts';
import { usePolicyPreview } from './use-policy-preview.ts';

interface Props {
  readonly title: string;
  readonly kinds: readonly ItemKind[];
  readonly draft: AgentDraft;
  readonly onChange: (draft: AgentDraft) => void;
  readonly onClose: () => void;
}

/** Number of items per kind that are shown, and evaluated by the policy. A search narrows them. */
const MAX_SHOWN = 20;

/** Selects tools and other items of an agent from one searchable list. */
export function ToolDialog({ title, kinds, draft, onChange, onClose }: Props) {
  const { items, isLoading, error, isHidden } = useItems(kinds);
  const [text, setText] = useState('');
  const term = text.trim().toLocaleLowerCase();
  const matches = items.filter(({ kind, name, description = '' }) =>
    [name, description, getKindName(kind)].some((part) => part.toLocaleLowerCase().includes(term)),
  );
  const groups = kinds.map((kind) => ({ kind, found: matches.filter((item) => item.kind === kind) }));
  const shown = groups.flatMap(({ found }) => found.slice(0, MAX_SHOWN));
  const { data } = usePolicyPreview(withOnly(draft, shown));
  const isSelected = ({ kind, id }: Item) => getSelectedIds(draft, kind).includes(id);
  const toggle = (item: Item) => onChange(withItem(draft, item, !isSelected(item)));
  return (
    <Dialog title={title} placement="side" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <TextField
          type="search"
          label={w.agents.searchTools}
          hint={w.agents.searchToolsHint}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would submit the surrounding form.
            event.preventDefault();
            const [first] = shown;
            if (term !== '' && first) toggle(first);
          }}
        />
        <p role="status" className="text-sm text-muted empty:hidden">
          {!isLoading && matches.length === 0 && w.agents.noMatch}
        </p>
        {error !== undefined && <ErrorAlert error={error} />}
        {isHidden && <p className="text-sm text-muted">{w.agents.kindsHidden}</p>}
        {isLoading && <Loading lineCount={4} />}
        {groups.map(({ kind, found }) => (
          <Group key={kind} kind={kind} count={found.length}>
            {found.slice(0, MAX_SHOWN).map((item) => (
              <li key={item.id} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-2">
                <CheckboxField
                  label={<span className="min-w-0 break-words">{item.name}</span>}
                  {...(item.description ? { hint: <span className="line-clamp-2">{item.description}</span> } : {})}
                  checked={isSelected(item)}
                  onChange={() => toggle(item)}
                />
                <ItemBadges item={item} tools={data?.tools ?? []} />
              </li>
            ))}
          </Group>
        ))}
        <div className="sticky bottom-0 -mx-5 -mb-5 border-t bg-surface px-5 py-3">
          <Button variant="primary" onClick={onClose}>
            {w.ui.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface GroupProps {
  readonly kind: ItemKind;
  readonly count: number;
  readonly children: ReactNode;
}

function Group({ kind, count, children }: GroupProps) {
  if (count === 0) return null;
  const Icon = KIND_ICONS[kind];
  return (
    <section>
      <h3 className="flex items-center gap-1.5 text-sm font-medium text-muted">
        <Icon className="size-4" /> {getKindName(kind)}
      </h3>
      <ul className="divide-y">{children}</ul>
      {count > MAX_SHOWN && <p className="text-sm text-muted">{w.agents.moreItems({ n: count - MAX_SHOWN })}</p>}
    </section>
  );
}

/** The draft with only some items, to evaluate what its policy says about them. */
function withOnly(draft: AgentDraft, items: readonly Item[]): AgentDraft {
  const none = Object.fromEntries(Object.keys(ATTACHMENT_ID_FIELDS).map((kind) => [kind as AttachmentKind, []]));
  return items.reduce<AgentDraft>((all, item) => withItem(all, item, true), { ...draft, ...none, builtin_tools: [] });
}
