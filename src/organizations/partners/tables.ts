import type { Stamp, Version } from '../../platform/db/columns.ts';

export interface PartnersTable {
  id: string;
  name: string;
  description: string;
  created: Stamp;
  modified: Stamp;
  version: Version;
}

export interface PartnerTables {
  partners: PartnersTable;
}
