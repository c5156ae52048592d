import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import { ScopeContext } from '../../lib/session.ts';
import { visibleProjectsQuery } from '../../lib/visible-projects.ts';
import { MenuRadioGroup } from '../../ui/dropdown-menu.tsx';

/** The projects of each organization, to switch to one. */
export function ProjectMenuItems() {
  const scope = use(ScopeContext);
  const organizations = useQuery({ ...visibleProjectsQuery, enabled: scope !== undefined }).data ?? [];
  const navigate = useNavigate();
  return organizations.map(({ org, projects }) => (
    <MenuRadioGroup
      key={org.id}
      label={org.name}
      value={scope?.project_id ?? ''}
      options={projects.map(({ id, name }) => [id, name] as const)}
      onChange={(id) => void navigate({ to: '/', search: { project: id } })}
    />
  ));
}
