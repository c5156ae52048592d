import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';

/** What parts are about, in the order of the first page. */
export const GROUPS = [
  { of: 'you', name: () => w.settings.ofYou },
  { of: 'project', name: () => w.settings.ofThisProject },
  { of: 'organization', name: () => w.settings.ofTheOrg },
  { of: 'installation', name: () => w.settings.ofTheInstallation },
] as const;

/** The parts of the settings: a line each. */
export const PARTS = [
  { of: 'you', to: '/settings/account', name: () => w.account.title, hint: () => w.account.hint },
  {
    of: 'you',
    to: '/settings/notifications',
    name: () => w.account.notifications,
    hint: () => w.account.notificationsHint,
  },
  { of: 'you', to: '/settings/sessions', name: () => w.sessions.title, hint: () => w.sessions.hint },
  { of: 'project', to: '/settings/project', name: () => w.project.title, hint: () => w.project.hint },
  { of: 'project', to: '/settings/models', name: () => w.project.models, hint: () => w.project.modelsHint },
  { of: 'project', to: '/settings/budgets', name: () => w.budgets.title, hint: () => w.budgets.hint },
  { of: 'project', to: '/settings/keys', name: () => w.settings.keys, hint: () => w.settings.keysHint },
  { of: 'project', to: '/settings/triggers', name: () => w.triggers.title, hint: () => w.triggers.hint },
  { of: 'project', to: '/settings/forwarders', name: () => w.forwarders.title, hint: () => w.forwarders.hint },
  { of: 'project', to: '/settings/reports', name: () => w.reports.title, hint: () => w.reports.hint },
  {
    of: 'project',
    to: '/settings/reporting-groups',
    name: () => w.reports.groupsTitle,
    hint: () => w.reports.groupsHint,
  },
  {
    of: 'organization',
    to: '/settings/organization',
    name: () => w.organization.title,
    hint: () => w.organization.hint,
  },
  {
    of: 'organization',
    to: '/settings/domains',
    name: () => w.organization.domains,
    hint: () => w.organization.domainsHint,
  },
  { of: 'organization', to: '/settings/credits', name: () => w.settings.ledger, hint: () => w.settings.ledgerHint },
  { of: 'organization', to: '/settings/audit', name: () => w.settings.audit, hint: () => w.settings.auditHint },
  {
    of: 'installation',
    to: '/settings/partners',
    name: () => w.organization.partners,
    hint: () => w.organization.partnersHint,
  },
] as const;

interface PartProps {
  readonly at: (typeof PARTS)[number]['to'];
  readonly title: string;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the settings, with the ways to those of its group and to all. */
export function SettingsPage({ at, title, acts, children }: PartProps) {
  const group = PARTS.find(({ to }) => to === at)?.of;
  const tabs = PARTS.filter(({ of }) => of === group).map(({ to, name }) => ({
    label: name(),
    isCurrent: to === at,
    to,
  }));
  return (
    <Page title={title} actions={acts}>
      <Tabs label={w.settings.parts} tabs={[{ label: w.settings.all, isCurrent: false, to: '/settings' }, ...tabs]} />
      {children}
    </Page>
  );
}
