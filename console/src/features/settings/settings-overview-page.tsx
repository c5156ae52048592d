import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { w } from '../../words/index.ts';
import { SETTINGS_GROUPS, SETTINGS_PAGES } from './settings-layout.tsx';

/** Overview of all settings pages. */
export default function SettingsOverviewPage() {
  // Only users with a system role see the settings of the installation.
  const hasSystemRole = useCurrentUser()?.system_role != null;
  return (
    <Page title={w.settings.title}>
      {SETTINGS_GROUPS.filter(({ group }) => group !== 'installation' || hasSystemRole).map(({ group, name }) => (
        <Section key={group} title={name()}>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {SETTINGS_PAGES.filter((page) => page.group === group).map((page) => (
              <li key={page.to} className="flex flex-col gap-1 rounded-lg border bg-surface p-4">
                <Link to={page.to} className="font-semibold link">
                  {page.name()}
                </Link>
                <p className="text-muted">{page.hint()}</p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Page>
  );
}
