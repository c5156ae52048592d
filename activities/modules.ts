import type { QueueName } from '../src/platform/temporal/queues.ts';
import { agents } from './agents/module.ts';
import { audit } from './audit/module.ts';
import { mcpServers } from './connections/mcp-servers/module.ts';
import { connections } from './connections/module.ts';
import type { ActivityContext } from './context.ts';
import { evals } from './evals/module.ts';
import { files } from './files/module.ts';
import { knowledge } from './knowledge/module.ts';
import { maintenance } from './maintenance/module.ts';
import type { ActivityModule } from './module.ts';
import { notifications } from './notifications/module.ts';
import { organizations } from './organizations/module.ts';
import { platform } from './platform/module.ts';
import { runs } from './runs/module.ts';
import { skills } from './skills/module.ts';
import { forwarders } from './tasks/forwarders/module.ts';
import { tasks } from './tasks/module.ts';
import { triggers } from './triggers/module.ts';
import { usage } from './usage/module.ts';
import { reports } from './usage/reports/module.ts';

/** Composition root of the workers: every module with activities or maintenance jobs. */
export const MODULES: readonly ActivityModule[] = [
  agents,
  audit,
  connections,
  evals,
  files,
  forwarders,
  knowledge,
  maintenance,
  mcpServers,
  notifications,
  organizations,
  platform,
  reports,
  runs,
  skills,
  tasks,
  triggers,
  usage,
];

/** Creates the activities of one queue. */
export function createActivities(queue: QueueName, ctx: ActivityContext): object {
  return Object.assign({}, ...MODULES.map(({ activities }) => activities?.[queue]?.(ctx, MODULES)));
}
