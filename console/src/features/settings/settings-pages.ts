import { useCurrentUser } from '../../lib/session.ts';
import {
  Coins,
  Cpu,
  Globe,
  Hash,
  Library,
  LockKeyhole,
  ReceiptText,
  Rocket,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  Users,
} from '../../ui/icons.ts';
import { w } from '../../words/index.ts';

/** Groups of settings in the order of the overview page. */
export const SETTINGS_GROUPS = [
  { group: 'you', name: () => w.settings.ofYou },
  { group: 'project', name: () => w.settings.ofThisProject },
  { group: 'organization', name: () => w.settings.ofTheOrg },
  { group: 'installation', name: () => w.settings.ofTheInstallation },
] as const;

/** Pages of the settings, each with its page of the guide. */
export const SETTINGS_PAGES = [
  {
    group: 'you',
    to: '/settings/account',
    guide: 'identity#users',
    icon: UserRound,
    name: () => w.account.title,
    hint: () => w.account.hint,
  },
  {
    group: 'you',
    to: '/settings/notifications',
    guide: 'approvals#emails',
    icon: Send,
    name: () => w.account.notifications,
    hint: () => w.account.notificationsHint,
  },
  {
    group: 'you',
    to: '/settings/sessions',
    guide: 'identity',
    icon: ShieldCheck,
    name: () => w.sessions.title,
    hint: () => w.sessions.hint,
  },
  {
    group: 'project',
    to: '/settings/project',
    guide: 'permissions#visibility-of-runs',
    icon: SlidersHorizontal,
    name: () => w.project.title,
    hint: () => w.project.hint,
  },
  {
    group: 'project',
    to: '/settings/models',
    guide: 'models',
    icon: Cpu,
    name: () => w.project.models,
    hint: () => w.project.modelsHint,
  },
  {
    group: 'project',
    to: '/settings/budgets',
    guide: 'credits#budgets',
    icon: Coins,
    name: () => w.budgets.title,
    hint: () => w.budgets.hint,
  },
  {
    group: 'project',
    to: '/settings/keys',
    guide: 'identity',
    icon: LockKeyhole,
    name: () => w.settings.keys,
    hint: () => w.settings.keysHint,
  },
  {
    group: 'project',
    to: '/settings/forwarders',
    guide: 'forwarders',
    icon: Rocket,
    name: () => w.forwarders.title,
    hint: () => w.forwarders.hint,
  },
  {
    group: 'project',
    to: '/settings/reporting-groups',
    guide: 'tasks#reporting-groups',
    icon: Hash,
    name: () => w.reports.groupsTitle,
    hint: () => w.reports.groupsHint,
  },
  {
    group: 'organization',
    to: '/settings/organization',
    guide: 'organizations',
    icon: Library,
    name: () => w.organization.title,
    hint: () => w.organization.hint,
  },
  {
    group: 'organization',
    to: '/settings/domains',
    guide: 'organizations#domains',
    icon: Globe,
    name: () => w.organization.domains,
    hint: () => w.organization.domainsHint,
  },
  {
    group: 'organization',
    to: '/settings/credits',
    guide: 'credits#the-ledger',
    icon: ReceiptText,
    name: () => w.settings.ledger,
    hint: () => w.settings.ledgerHint,
  },
  {
    group: 'installation',
    to: '/settings/partners',
    guide: 'organizations',
    icon: Users,
    name: () => w.organization.partners,
    hint: () => w.organization.partnersHint,
  },
] as const;

/** Returns the settings pages that concern the user. Only users with a system role see those of the installation. */
export function useSettingsPages() {
  const hasSystemRole = useCurrentUser()?.system_role != null;
  return SETTINGS_PAGES.filter(({ group }) => group !== 'installation' || hasSystemRole);
}
