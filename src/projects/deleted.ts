import { projectDeleted as access } from '../access/project-deleted.ts';
import { projectDeleted as connections } from '../connections/project-deleted.ts';
import { projectDeleted as forwarders } from '../forwarders/project-deleted.ts';
import { projectDeleted as identity } from '../identity/project-deleted.ts';
import { projectDeleted as knowledge } from '../knowledge/project-deleted.ts';
import { projectDeleted as mcpServers } from '../mcp-servers/project-deleted.ts';
import { projectDeleted as models } from '../models/project-deleted.ts';
import type { Executor } from '../platform/db/client.ts';
import { projectDeleted as shares } from '../shares/project-deleted.ts';
import { projectDeleted as triggers } from '../triggers/deleted.ts';

/** What the rooms do with their rows when a project is deleted, in its transaction. */
export const ON_DELETED: readonly ((trx: Executor, projectId: string) => Promise<unknown>)[] = [
  access,
  connections,
  forwarders,
  identity,
  knowledge,
  mcpServers,
  models,
  shares,
  triggers,
];
