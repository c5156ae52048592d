import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { w } from '../../words/index.ts';
import { GROUPS, PARTS } from './parts.tsx';

/** What can be set, and what each part is for. */
export default function Settings() {
  // What is the installation's is shown to those alone who have rights over it.
  const isOfInstallation = useCurrentUser()?.system_role != null;
  return (
    <Page title={w.settings.title}>
      {GROUPS.filter(({ of }) => of !== 'installation' || isOfInstallation).map(({ of, name }) => (
        <Section key={of} title={name()}>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {PARTS.filter((part) => part.of === of).map((part) => (
              <li key={part.to} className="flex flex-col gap-1 rounded-lg border bg-surface p-4">
                <Link to={part.to} className="font-semibold text-accent underline">
                  {part.name()}
                </Link>
                <p className="text-muted">{part.hint()}</p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Page>
  );
}
