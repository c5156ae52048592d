/** What the connections of a project are called in the names of their tools; a slug is never given back. */
export interface ConnectionSlugsTable {
  project_id: string;
  slug: string;
}

export interface ConnectionTables {
  connection_slugs: ConnectionSlugsTable;
}
