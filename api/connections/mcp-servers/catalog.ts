import Type from 'typebox';
import { getCatalog } from '../../../src/connections/mcp-servers/catalog.ts';
import { paginateSorted } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { StringEnum } from '../../../src/platform/schemas.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { SERVERS } from './schemas.ts';

const Entry = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    server_url: Type.String(),
    transport: StringEnum(['streamable_http', 'sse']),
    auth_type: StringEnum(['none', 'api_key', 'oauth']),
  },
  { title: 'McpCatalogEntry' },
);

const list = operation(
  {
    id: 'task_mcp_server.list_catalog',
    method: 'GET',
    path: `${SERVERS}/catalog`,
    tag: 'MCP servers',
    summary: 'List the catalog of public MCP servers',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Entry) } },
  },
  ({ page }) => paginateSorted(getCatalog(), 'slug', page),
);

const read = operation(
  {
    id: 'task_mcp_server.read_catalog',
    method: 'GET',
    path: `${SERVERS}/catalog/{slug}`,
    tag: 'MCP servers',
    summary: 'Get a public MCP server of the catalog',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Entry }, errors: { 404: ['RESOURCE_NOT_FOUND'] } },
  },
  ({ params }) => {
    const entry = getCatalog().find(({ slug }) => slug === params.slug);
    return orNotFound(entry, 'mcp_catalog_entry', params.slug);
  },
);

export const MCP_CATALOG_OPERATIONS = [list, read];
