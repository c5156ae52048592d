import { w } from '../../words/index.ts';

/** The ways through the console, in the bar and in the palette: one line a screen. */
export const NAVIGATION = [
  { to: '/approvals', name: () => w.shell.approvals, count: 'approval_request' },
  { to: '/runs', name: () => w.shell.runs, count: undefined },
  { to: '/agents', name: () => w.shell.agents, count: undefined },
  { to: '/tasks', name: () => w.shell.tasks, count: undefined },
  { to: '/knowledge', name: () => w.knowledge.title, count: undefined },
  { to: '/skills', name: () => w.skills.title, count: undefined },
  { to: '/connections', name: () => w.connections.title, count: undefined },
  { to: '/people', name: () => w.people.title, count: undefined },
  { to: '/settings', name: () => w.settings.title, count: undefined },
] as const;
