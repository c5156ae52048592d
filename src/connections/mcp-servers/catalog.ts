import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { McpTransport } from './client/types.ts';
import type { McpAuthType } from './tables.ts';

/** A public MCP server. */
interface CatalogEntry {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly server_url: string;
  readonly transport: McpTransport;
  readonly auth_type: McpAuthType;
}

const CATALOG_FILE = new URL('../../../config/mcp-servers.yaml', import.meta.url);
let cached: readonly CatalogEntry[] | undefined;

/** Returns the entries of config/mcp-servers.yaml, sorted by slug. Cached. */
export function getCatalog(): readonly CatalogEntry[] {
  cached ??= (parse(readFileSync(CATALOG_FILE, 'utf8')) as CatalogEntry[]).toSorted((a, b) =>
    a.slug < b.slug ? -1 : 1,
  );
  return cached;
}
