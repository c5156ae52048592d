import type { IntegrationKind } from './kind.ts';

/** An HTTP API described by an OpenAPI document. */
export const openapi: IntegrationKind = {
  type: 'openapi',
  name: 'OpenAPI',
  description:
    'Any HTTP API with an OpenAPI document (3.0 or 3.1): each of its operations becomes a tool, which is offered once it ' +
    'is enabled.',
};
