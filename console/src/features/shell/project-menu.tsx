import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import { ScopeContext } from '../../lib/session.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { Menu, MenuRadioGroup } from '../../ui/menu.tsx';
import { w } from '../../words/index.ts';

/** Shows the current project and switches to another. */
export function ProjectMenu() {
  const scope = use(ScopeContext);
  const organizations = useQuery({ ...visibleProjectsQuery, enabled: scope !== undefined }).data ?? [];
  const navigate = useNavigate();
  const organization = organizations.find(({ org }) => org.id === scope?.org_id);
  const project = organization?.projects.find(({ id }) => id === scope?.project_id);
  if (organizations.every(({ projects }) => projects.length === 0)) return null;
  return (
    <Menu
      align="start"
      ariaLabel={w.shell.switchProject({ name: project?.name ?? '' })}
      label={
        <>
          <span className="max-w-48 truncate">{project?.name ?? w.shell.chooseProject}</span>
          <span aria-hidden className="text-muted">
            ▾
          </span>
        </>
      }
    >
      {organizations.map(({ org, projects }) => (
        <MenuRadioGroup
          key={org.id}
          label={org.name}
          value={scope?.project_id ?? ''}
          options={projects.map(({ id, name }) => [id, name] as const)}
          onChange={(id) => void navigate({ to: '/', search: { project: id } })}
        />
      ))}
    </Menu>
  );
}
