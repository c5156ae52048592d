import type { Sentences } from '../../en/sentences.ts';
import { access } from './access.ts';
import { approvals } from './approvals.ts';
import { automation } from './automation.ts';
import { building } from './building.ts';
import { connections } from './connections.ts';
import { knowledge } from './knowledge.ts';
import { skills } from './skills.ts';
import { tools } from './tools.ts';

export const sentences: Sentences = {
  ...building,
  ...skills,
  ...connections,
  ...knowledge,
  ...automation,
  ...approvals,
  ...access,
  ...tools,
};
