import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type ReactNode, useContext } from 'react';
import { useDebouncedValue } from '../../lib/debounced-value.ts';
import { ScopeContext } from '../../lib/session.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { w } from '../../words/index.ts';
import { FEWEST_LETTERS, type Found, foundByName } from './found.ts';

interface GroupProps {
  readonly heading: string;
  readonly children: ReactNode;
}

export function Group({ heading, children }: GroupProps) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-quiet"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  readonly onSelect: () => void;
  /** Tells it from others that say the same. */
  readonly value?: string;
  readonly keywords?: string[];
  readonly children: ReactNode;
}

export function Item({ onSelect, value, keywords, children }: ItemProps) {
  return (
    <Command.Item
      onSelect={onSelect}
      {...(value === undefined ? {} : { value })}
      {...(keywords ? { keywords } : {})}
      className="cursor-pointer rounded px-2 py-1.5 aria-selected:bg-accent-ground"
    >
      {children}
    </Command.Item>
  );
}

/** Agents and tasks whose names hold what was typed, and what is said while they are looked for. */
export function useFound(typed: string) {
  const settled = useDebouncedValue(typed);
  const known = useQuery(visibleProjectsQuery).data ?? [];
  const { data = [], error, isFetching } = useQuery(foundByName(known, useContext(ScopeContext), settled));
  return { found: typed.trim().length < FEWEST_LETTERS ? [] : data, error, looking: isFetching || settled !== typed };
}

interface FoundProps {
  readonly of: ReturnType<typeof useFound>;
  /** Wraps what is done, as it closes what it was chosen in. */
  readonly then: (act: () => void) => () => void;
}

export function FoundItems({ of: { found, looking }, then }: FoundProps) {
  const open = useOpen();
  return (
    <>
      {!looking && <Command.Empty className="p-3 text-quiet">{w.shell.paletteNone}</Command.Empty>}
      {found.length > 0 && (
        <Group heading={w.shell.agentsAndTasks}>
          {found.map((each) => (
            <Item key={each.id} value={`${each.name} ${each.id}`} onSelect={then(() => open(each))}>
              <span className="break-words">{each.name}</span>{' '}
              <span className="text-sm text-quiet">{`${w.shell.kinds[each.kind]} · ${each.project.name}`}</span>
            </Item>
          ))}
        </Group>
      )}
    </>
  );
}

function useOpen(): (found: Found) => void {
  const navigate = useNavigate();
  return ({ kind, id, project }) => {
    const search = { project: project.id };
    if (kind === 'agent') void navigate({ to: '/agents/$agentId', params: { agentId: id }, search });
    else void navigate({ to: '/tasks/$taskId', params: { taskId: id }, search });
  };
}
