import { approvals } from './approvals.ts';
import { failure } from './failure.ts';
import { home } from './home.ts';
import { reasons } from './reasons.ts';
import { reports } from './reports.ts';
import { runList } from './run-list.ts';
import { runs } from './runs.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { ui } from './ui.ts';

/** Texts that sign-in, home and inbox need. The others load after them, and before any other screen. */
export const messages = {
  approvals,
  failure,
  home,
  reasons,
  reports,
  runList,
  runs,
  shell,
  signIn,
  ui,
} as const;
