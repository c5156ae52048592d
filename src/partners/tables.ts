import type { TimestampColumn, Version } from '../platform/db/columns.ts';

export interface PartnersTable {
  id: string;
  name: string;
  description: string;
  avatar_url: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  version: Version;
}

export interface PartnerTables {
  partners: PartnersTable;
}
