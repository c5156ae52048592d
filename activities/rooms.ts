import type { QueueName } from '../src/platform/temporal/queues.ts';
import { agents } from './agents/room.ts';
import { audit } from './audit/room.ts';
import { connections } from './connections/room.ts';
import type { ActivityContext } from './context.ts';
import { evals } from './evals/room.ts';
import { files } from './files/room.ts';
import { forwarders } from './forwarders/room.ts';
import { knowledge } from './knowledge/room.ts';
import { maintenance } from './maintenance/room.ts';
import { mcpServers } from './mcp-servers/room.ts';
import { organizations } from './organizations/room.ts';
import { platform } from './platform/room.ts';
import { reports } from './reports/room.ts';
import type { Room } from './room.ts';
import { runs } from './runs/room.ts';
import { skills } from './skills/room.ts';
import { tasks } from './tasks/room.ts';
import { triggers } from './triggers/room.ts';
import { usage } from './usage/room.ts';

/** Every room with work for the workers. */
export const ROOMS: readonly Room[] = [
  agents,
  audit,
  connections,
  evals,
  files,
  forwarders,
  knowledge,
  maintenance,
  mcpServers,
  organizations,
  platform,
  reports,
  runs,
  skills,
  tasks,
  triggers,
  usage,
];

/** All activities of a queue. Nothing of the others is made. */
export function activitiesOf(queue: QueueName, ctx: ActivityContext): object {
  return Object.assign({}, ...ROOMS.map(({ activities }) => activities?.[queue]?.(ctx, ROOMS)));
}
