import { Link } from '@tanstack/react-router';
import { LinkCard } from '../../ui/link-card.tsx';
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
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <LinkCard key={page.to} icon={page.icon} hint={page.hint()}>
                  <Link to={page.to}>{page.name()}</Link>
                </LinkCard>
              ))}
          </ul>
        </Section>
      ))}
    </Page>
  );
}
