import { useNavigate } from '@tanstack/react-router';
import type { OrganizationProjects } from '../../lib/visible-projects.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';

/** Shown for a link that names a project which the user can't view, with those that they can. */
export default function UnknownProject({ organizations }: { readonly organizations: readonly OrganizationProjects[] }) {
  const navigate = useNavigate();
  return (
    <Page title={w.shell.unknownProject}>
      <p className="max-w-prose text-muted">{w.shell.unknownProjectHint}</p>
      {organizations.map(({ org, projects }) => (
        <section key={org.id} aria-label={org.name} className="flex flex-col gap-2">
          <h2 className="text-sm font-medium text-muted">{org.name}</h2>
          <ul className="flex flex-wrap gap-2">
            {projects.map(({ id, name }) => (
              <li key={id}>
                <Button onClick={() => void navigate({ to: '.', search: { project: id } })}>{name}</Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
