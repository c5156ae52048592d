import type { TimestampColumn, Version } from '../../platform/db/columns.ts';

interface PartnersTable {
  id: string;
  name: string;
  description: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  version: Version;
}

export interface PartnerTables {
  partners: PartnersTable;
}
