import {
  BookOpen,
  Bot,
  ChartNoAxesColumn,
  FlaskConical,
  House,
  Inbox,
  ListTree,
  type LucideIcon,
  Plug,
  ScrollText,
  Settings,
  Sparkles,
  SquareCheckBig,
  Users,
  Zap,
} from '../../ui/icons.ts';
import { w } from '../../words/index.ts';

/** A screen of the main navigation. */
export interface NavigationItem {
  readonly to: (typeof NAVIGATION)[number]['items'][number]['to'];
  /** Page of the guide about the screen and those below it. */
  readonly guide: string;
  readonly icon: LucideIcon;
  readonly getLabel: () => string;
  /** Kind of the pending records whose number the item shows. */
  readonly countKind?: string;
}

/** Main navigation by group, for the sidebar, the bar of a phone and the command palette. */
export const NAVIGATION = [
  { getLabel: undefined, items: [{ to: '/', guide: 'concepts', icon: House, getLabel: () => w.home.title }] },
  {
    getLabel: () => w.shell.groups.work,
    items: [
      {
        to: '/approvals',
        guide: 'approvals#the-decision',
        icon: Inbox,
        getLabel: () => w.shell.approvals,
        countKind: 'approval_request',
      },
      { to: '/runs', guide: 'concepts#sessions-runs-and-turns', icon: ListTree, getLabel: () => w.shell.runs },
    ],
  },
  {
    getLabel: () => w.shell.groups.build,
    items: [
      { to: '/agents', guide: 'concepts#tasks-and-agents', icon: Bot, getLabel: () => w.shell.agents },
      { to: '/tasks', guide: 'tasks', icon: SquareCheckBig, getLabel: () => w.shell.tasks },
      { to: '/knowledge', guide: 'knowledge', icon: BookOpen, getLabel: () => w.shell.titles.knowledge },
      { to: '/skills', guide: 'skills', icon: Sparkles, getLabel: () => w.shell.titles.skills },
      { to: '/connections', guide: 'connections', icon: Plug, getLabel: () => w.shell.titles.connections },
    ],
  },
  {
    getLabel: () => w.shell.groups.measure,
    items: [
      { to: '/evals', guide: 'evals', icon: FlaskConical, getLabel: () => w.shell.titles.evals },
      { to: '/reports', guide: 'reports', icon: ChartNoAxesColumn, getLabel: () => w.reports.title },
    ],
  },
  {
    getLabel: () => w.shell.groups.manage,
    items: [
      { to: '/triggers', guide: 'triggers', icon: Zap, getLabel: () => w.shell.titles.triggers },
      { to: '/people', guide: 'permissions', icon: Users, getLabel: () => w.shell.titles.people },
      { to: '/settings', guide: 'organizations', icon: Settings, getLabel: () => w.shell.titles.settings },
      { to: '/audit', guide: 'audit', icon: ScrollText, getLabel: () => w.shell.titles.audit },
    ],
  },
] as const;

/** All screens of the main navigation. */
export const NAVIGATION_ITEMS: readonly NavigationItem[] = NAVIGATION.flatMap(
  ({ items }) => items as readonly NavigationItem[],
);
