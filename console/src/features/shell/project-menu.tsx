import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import { places } from '../../lib/places.ts';
import { ScopeContext } from '../../lib/session.ts';
import { Menu, MenuChoice } from '../../ui/menu.tsx';
import { w } from '../../words/index.ts';

/** Says which project is open, and switches to another. */
export function ProjectMenu() {
  const scope = use(ScopeContext);
  const known = useQuery({ ...places, enabled: scope !== undefined }).data ?? [];
  const navigate = useNavigate();
  const place = known.find(({ org }) => org.id === scope?.org_id);
  const project = place?.projects.find(({ id }) => id === scope?.project_id);
  if (known.every(({ projects }) => projects.length === 0)) return null;
  return (
    <Menu
      align="start"
      name={w.shell.switchProject(project?.name ?? '')}
      label={
        <>
          <span className="max-w-48 truncate">{project?.name ?? w.shell.chooseProject}</span>
          <span aria-hidden className="text-quiet">
            ▾
          </span>
        </>
      }
    >
      {known.map(({ org, projects }) => (
        <MenuChoice
          key={org.id}
          label={org.name}
          value={scope?.project_id ?? ''}
          of={projects.map(({ id, name }) => [id, name] as const)}
          onChoose={(id) => void navigate({ to: '/', search: { project: id } })}
        />
      ))}
    </Menu>
  );
}
