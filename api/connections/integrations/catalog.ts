import Type from 'typebox';
import { findDescriptionCode, INTEGRATION_KINDS } from '../../../src/connections/integrations/kinds/index.ts';
import type { IntegrationKind } from '../../../src/connections/integrations/kinds/kind.ts';
import { listMissingSettings } from '../../../src/connections/integrations/service-settings.ts';
import { mapPage, paginateSorted } from '../../../src/platform/db/pagination.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { CatalogEntry, INTEGRATIONS } from './schemas.ts';

const catalog = operation(
  {
    id: 'integration.list_catalog',
    method: 'GET',
    path: `${INTEGRATIONS}/catalog`,
    tag: 'Integrations',
    summary: 'List the catalog of integration types',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(CatalogEntry) } },
  },
  ({ ctx, page }) => mapPage(paginateSorted(INTEGRATION_KINDS, 'type', page), toCatalogEntry(ctx)),
);

function toCatalogEntry({ config }: Pick<ApiContext, 'config'>) {
  return (kind: IntegrationKind) => {
    const missing = listMissingSettings(config, kind);
    return {
      type: kind.type,
      name: kind.name,
      description: kind.description,
      auth_type: kind.service ? ('oauth' as const) : ('credential' as const),
      configured: missing.length === 0,
      missing_settings: missing,
      scopes: kind.service?.oauth.scopes ?? [],
      available_tools: (kind.service?.tools ?? []).map(({ id, description, sideEffects }) => ({
        id,
        description,
        description_code: findDescriptionCode(kind.type, id),
        side_effects: sideEffects,
      })),
    };
  };
}

export const INTEGRATION_CATALOG_OPERATIONS = [catalog];
