import { Link } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { w } from '../../words/index.ts';
import { SETTINGS_GROUPS, useSettingsPages } from './settings-pages.ts';

/** Overview of all settings pages. */
export default function SettingsOverviewPage() {
  const pages = useSettingsPages();
  return (
    <Page title={w.settings.title}>
      {SETTINGS_GROUPS.filter(({ group }) => pages.some((page) => page.group === group)).map(({ group, name }) => (
        <Section key={group} title={name()}>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
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
