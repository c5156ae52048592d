import { useQuery } from '@tanstack/react-query';
import { lazy, use } from 'react';
import { ScopeContext } from '../../lib/session.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { ChevronsUpDown } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { w } from '../../words/index.ts';
import { HomeMark } from './home-mark.tsx';

const ProjectMenuItems = lazy(async () => ({ default: (await import('./project-menu-items.tsx')).ProjectMenuItems }));

/** Shows the current project with its organization, and switches to another. */
export function ProjectMenu({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const scope = use(ScopeContext);
  const organizations = useQuery({ ...visibleProjectsQuery, enabled: scope !== undefined }).data ?? [];
  const organization = organizations.find(({ org }) => org.id === scope?.org_id);
  const project = organization?.projects.find(({ id }) => id === scope?.project_id);
  if (organizations.every(({ projects }) => projects.length === 0)) return <HomeMark isCollapsed={isCollapsed} />;
  return (
    <Menu
      align="start"
      className={`flex min-h-10 min-w-0 items-center gap-2 rounded-md text-start transition-colors hover:bg-surface-muted ${isCollapsed ? 'justify-center p-1' : 'flex-1 px-1.5 py-1'}`}
      label={
        <>
          <img src="/favicon.svg" alt="" width="24" height="24" className="shrink-0" />
          <span className="sr-only">{`${w.shell.project} `}</span>
          {isCollapsed && <span className="sr-only">{project?.name}</span>}
          {!isCollapsed && (
            <>
              <span className="flex min-w-0 flex-1 flex-col leading-tight">
                <span className="truncate font-semibold">{project?.name ?? w.shell.chooseProject}</span>
                {organization && <span className="truncate text-xs text-muted">{organization.org.name}</span>}
              </span>
              <ChevronsUpDown className="size-3.5 shrink-0 text-muted" />
            </>
          )}
        </>
      }
    >
      <ProjectMenuItems />
    </Menu>
  );
}
