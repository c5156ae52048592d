import type { messages as english } from '../en/later.ts';
import type { Translated } from '../types.ts';
import { account } from './account.ts';
import { agents } from './agents.ts';
import { budgets } from './budgets.ts';
import { builder } from './builder.ts';
import { building } from './building.ts';
import { code } from './code.ts';
import { connections } from './connections.ts';
import { evals } from './evals.ts';
import { forwarders } from './forwarders.ts';
import { inbox } from './inbox.ts';
import { knowledge } from './knowledge.ts';
import { organization } from './organization.ts';
import { people } from './people.ts';
import { problems } from './problems/index.ts';
import { project } from './project.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shares } from './shares.ts';
import { skills } from './skills.ts';
import { sources } from './sources.ts';
import { tasks } from './tasks.ts';
import { templates } from './templates.ts';
import { triggers } from './triggers.ts';

/** Texts of all other screens. */
export const messages: Translated<typeof english> = {
  problems,
  project,
  account,
  people,
  agents,
  budgets,
  builder,
  building,
  code,
  connections,
  evals,
  forwarders,
  inbox,
  knowledge,
  organization,
  sessions,
  settings,
  shares,
  skills,
  sources,
  tasks,
  templates,
  triggers,
};
