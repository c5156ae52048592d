import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { McpTransport } from './client/types.ts';
import type { McpAuthType } from './tables.ts';

/** A public MCP server. */
export interface CatalogueEntry {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly server_url: string;
  readonly transport: McpTransport;
  readonly auth_type: McpAuthType;
}

const CATALOGUE_FILE = new URL('../../../config/mcp-servers.yaml', import.meta.url);
let cached: readonly CatalogueEntry[] | undefined;

/** Returns the entries of config/mcp-servers.yaml, sorted by slug. Cached. */
export function getCatalogue(): readonly CatalogueEntry[] {
  cached ??= (parse(readFileSync(CATALOGUE_FILE, 'utf8')) as CatalogueEntry[]).toSorted((a, b) =>
    a.slug < b.slug ? -1 : 1,
  );
  return cached;
}
