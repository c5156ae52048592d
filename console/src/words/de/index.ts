import { agents } from './agents.ts';
import { approvals } from './approvals.ts';
import { failure } from './failure.ts';
import { home } from './home.ts';
import { knowledge } from './knowledge.ts';
import { people } from './people.ts';
import { runList } from './run-list.ts';
import { runs } from './runs.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { tasks } from './tasks.ts';
import { ui } from './ui.ts';

export const de = {
  ui,
  failure,
  shell,
  signIn,
  home,
  approvals,
  runs,
  runList,
  agents,
  tasks,
  knowledge,
  people,
  settings,
};
