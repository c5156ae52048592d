import { w } from '../../words/index.ts';

/** Main navigation, for the header and the command palette. */
export const NAVIGATION = [
  { to: '/approvals', getLabel: () => w.shell.approvals, countKind: 'approval_request' },
  { to: '/runs', getLabel: () => w.shell.runs, countKind: undefined },
  { to: '/agents', getLabel: () => w.shell.agents, countKind: undefined },
  { to: '/tasks', getLabel: () => w.shell.tasks, countKind: undefined },
  { to: '/knowledge', getLabel: () => w.knowledge.title, countKind: undefined },
  { to: '/skills', getLabel: () => w.skills.title, countKind: undefined },
  { to: '/connections', getLabel: () => w.connections.title, countKind: undefined },
  { to: '/people', getLabel: () => w.people.title, countKind: undefined },
  { to: '/settings', getLabel: () => w.settings.title, countKind: undefined },
] as const;
