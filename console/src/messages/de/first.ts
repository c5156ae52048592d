import type { messages as english } from '../en/first.ts';
import type { Translated } from '../types.ts';
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

/** Texts of the first screens. */
export const messages: Translated<typeof english> = {
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
};
