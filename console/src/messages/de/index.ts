import type { messages as en } from '../en/index.ts';
import type { Translated } from '../types.ts';
import { account } from './account.ts';
import { agents } from './agents.ts';
import { approvals } from './approvals.ts';
import { budgets } from './budgets.ts';
import { builder } from './builder.ts';
import { building } from './building.ts';
import { code } from './code.ts';
import { connections } from './connections.ts';
import { evals } from './evals.ts';
import { failure } from './failure.ts';
import { forwarders } from './forwarders.ts';
import { home } from './home.ts';
import { knowledge } from './knowledge.ts';
import { organization } from './organization.ts';
import { people } from './people.ts';
import { problems } from './problems/index.ts';
import { project } from './project.ts';
import { reasons } from './reasons.ts';
import { reports } from './reports.ts';
import { runList } from './run-list.ts';
import { runs } from './runs.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shares } from './shares.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { skills } from './skills.ts';
import { sources } from './sources.ts';
import { tasks } from './tasks.ts';
import { templates } from './templates.ts';
import { triggers } from './triggers.ts';
import { ui } from './ui.ts';

export const messages: Translated<typeof en> = {
  account,
  agents,
  approvals,
  budgets,
  builder,
  building,
  code,
  connections,
  evals,
  failure,
  forwarders,
  home,
  knowledge,
  organization,
  people,
  problems,
  project,
  reasons,
  reports,
  runList,
  runs,
  sessions,
  settings,
  shares,
  shell,
  signIn,
  skills,
  sources,
  tasks,
  templates,
  triggers,
  ui,
};
