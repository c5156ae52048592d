import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { SETTINGS_PAGES } from './settings-pages.ts';

interface SettingsPageProps {
  readonly path: (typeof SETTINGS_PAGES)[number]['to'];
  readonly title: string;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** Layout of a settings page, with tabs for the pages of its group. */
export function SettingsPage({ path, title, acts, children }: SettingsPageProps) {
  const group = SETTINGS_PAGES.find(({ to }) => to === path)?.group;
  const tabs = SETTINGS_PAGES.filter(({ group: pageGroup }) => pageGroup === group).map(({ to, name }) => ({
    label: name(),
    isCurrent: to === path,
    to,
  }));
  return (
    <Page title={title} actions={acts}>
      <Tabs label={w.settings.parts} tabs={[{ label: w.settings.all, isCurrent: false, to: '/settings' }, ...tabs]} />
      {children}
    </Page>
  );
}
