import type { MaintenanceTables } from '../maintenance/tables.ts';
import type { PlatformTables } from '../tables.ts';

/** All tables by name: those of the platform, and those that the composition root adds for each module. */
export interface Database extends PlatformTables, MaintenanceTables {}
