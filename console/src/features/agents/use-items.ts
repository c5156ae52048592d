import { useQueries } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { w } from '../../words/index.ts';
import { type AttachableItem, attachableQuery } from './attachable.ts';
import { type AgentDraft, ATTACHMENT_ID_FIELDS, type AttachmentKind } from './draft.ts';
import { BUILTIN_TOOLS, type ItemKind } from './tool-kinds.ts';

/** Something that an agent can use: a built-in tool or a resource of the project. */
export interface Item extends AttachableItem {
  readonly kind: ItemKind;
}

const listBuiltinItems = (): readonly Item[] =>
  BUILTIN_TOOLS.map((name) => ({
    kind: 'builtin_tools',
    id: name,
    name,
    description: w.agents.builtinTools[name],
  }));

interface Items {
  readonly items: readonly Item[];
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Whether the user cannot view the resources of the project. */
  readonly isHidden: boolean;
}

/** Lists all items of some kinds that an agent can use. */
export function useItems(kinds: readonly ItemKind[]): Items {
  const scope = useScope();
  const canView = useHasPermission('project', 'view');
  const attachmentKinds = kinds.filter((kind): kind is AttachmentKind => kind !== 'builtin_tools');
  const lists = useQueries({
    queries: attachmentKinds.map((kind) => ({ ...attachableQuery(scope, kind), enabled: canView === true })),
  });
  const loaded = attachmentKinds.flatMap((kind, index) =>
    (lists[index]?.data ?? []).map((item): Item => ({ ...item, kind })),
  );
  return {
    items: kinds.includes('builtin_tools') ? [...listBuiltinItems(), ...loaded] : loaded,
    isLoading: lists.some(({ isPending }) => isPending) && canView !== false,
    error: lists.find(({ error }) => error !== null)?.error,
    isHidden: canView === false,
  };
}

/** IDs of the selected items of a kind. */
export function getSelectedIds(draft: AgentDraft, kind: ItemKind): readonly string[] {
  if (kind === 'builtin_tools') return draft.builtin_tools;
  return draft[kind].map((entry) => String(entry[ATTACHMENT_ID_FIELDS[kind]]));
}

/** Returns the draft with an item added or removed. */
export function withItem(draft: AgentDraft, { kind, id }: Pick<Item, 'kind' | 'id'>, isSelected: boolean): AgentDraft {
  if (kind === 'builtin_tools') {
    const others = draft.builtin_tools.filter((name) => name !== id);
    return { ...draft, builtin_tools: isSelected ? [...others, id] : others };
  }
  const field = ATTACHMENT_ID_FIELDS[kind];
  const others = draft[kind].filter((entry) => entry[field] !== id);
  return { ...draft, [kind]: isSelected ? [...others, { [field]: id }] : others };
}
