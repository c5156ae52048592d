import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type ReactNode, useContext } from 'react';
import { useDebouncedValue } from '../../lib/debounced-value.ts';
import { ScopeContext } from '../../lib/session.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { w } from '../../words/index.ts';
import { MIN_SEARCH_LENGTH, nameSearchQuery, type SearchResult } from './name-search.ts';

interface PaletteGroupProps {
  readonly heading: string;
  readonly children: ReactNode;
}

export function PaletteGroup({ heading, children }: PaletteGroupProps) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

interface PaletteItemProps {
  readonly onSelect: () => void;
  /** Distinguishes items with the same text. */
  readonly value?: string;
  readonly keywords?: string[];
  readonly children: ReactNode;
}

export function PaletteItem({ onSelect, value, keywords, children }: PaletteItemProps) {
  return (
    <Command.Item
      onSelect={onSelect}
      {...(value === undefined ? {} : { value })}
      {...(keywords ? { keywords } : {})}
      className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-2 rounded-md px-2 py-1 aria-selected:bg-surface-muted"
    >
      {children}
    </Command.Item>
  );
}

/** Searches agents and tasks while the user types. */
export function useNameSearch(text: string) {
  const debouncedText = useDebouncedValue(text);
  const organizations = useQuery(visibleProjectsQuery).data ?? [];
  const {
    data = [],
    error,
    isFetching,
  } = useQuery(nameSearchQuery(organizations, useContext(ScopeContext), debouncedText));
  return {
    results: text.trim().length < MIN_SEARCH_LENGTH ? [] : data,
    error,
    isSearching: isFetching || debouncedText !== text,
  };
}

interface SearchResultItemsProps {
  readonly search: ReturnType<typeof useNameSearch>;
  /** Wraps an action, for example to close the palette first. */
  readonly wrapAction: (action: () => void) => () => void;
}

export function SearchResultItems({ search: { results, isSearching }, wrapAction }: SearchResultItemsProps) {
  const openResult = useOpenResult();
  return (
    <>
      {!isSearching && <Command.Empty className="p-3 text-muted">{w.shell.paletteNone}</Command.Empty>}
      {results.length > 0 && (
        <PaletteGroup heading={w.shell.agentsAndTasks}>
          {results.map((result) => (
            <PaletteItem
              key={result.id}
              value={`${result.name} ${result.id}`}
              onSelect={wrapAction(() => openResult(result))}
            >
              <span className="break-words">{result.name}</span>{' '}
              <span className="text-sm text-muted">{`${w.shell.kinds[result.kind]} · ${result.project.name}`}</span>
            </PaletteItem>
          ))}
        </PaletteGroup>
      )}
    </>
  );
}

function useOpenResult(): (results: SearchResult) => void {
  const navigate = useNavigate();
  return ({ kind, id, project }) => {
    const search = { project: project.id };
    if (kind === 'agent') void navigate({ to: '/agents/$agentId', params: { agentId: id }, search });
    else void navigate({ to: '/tasks/$taskId', params: { taskId: id }, search });
  };
}
