import type { AgentTables } from '../../agents/tables.ts';
import type { IdentityTables } from '../../identity/tables.ts';
import type { OrganizationTables } from '../../organizations/tables.ts';
import type { TaskTables } from '../../tasks/tables.ts';
import type { PlatformTables } from '../tables.ts';

/** All tables, gathered from their rooms. */
export interface Database extends PlatformTables, IdentityTables, OrganizationTables, TaskTables, AgentTables {}
