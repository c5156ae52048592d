import Type, { type Static } from 'typebox';
import { INTEGRATION_TYPES } from '../../src/integrations/kinds/index.ts';
import type { IntegrationRow } from '../../src/integrations/queries.ts';
import { type IntegrationTool, isEnabled } from '../../src/integrations/tools.ts';
import { toUrlOrigin } from '../../src/platform/http/url-origin.ts';
import { versioned } from '../plugins/versions.ts';
import { AnyObject, HiddenText, Id, NonEmpty, Nullable, OneOf, PlainName, Text, Timestamp } from '../schemas.ts';

export const INTEGRATIONS = '/org/{org_id}/project/{project_id}/integration';
export const INTEGRATION = `${INTEGRATIONS}/{integration_id}` as const;

const STATUSES = ['authorized', 'needs_authorization', 'disconnected', 'failed'] as const;
const CREDENTIALS = ['none', 'bearer', 'header', 'query', 'basic'] as const;

const Credential = Type.Object({
  kind: OneOf(CREDENTIALS, {
    description:
      'how calls are signed: not at all, by a bearer token, by a header, by a key of the query, or by user and password',
  }),
  name: Type.Optional(NonEmpty(100, { description: 'of the header or the key of the query' })),
  value: Type.Optional(NonEmpty(8000, { description: 'the token or key; written, never read' })),
  username: Type.Optional(Text(200, { description: 'of kind basic; shown unless there is no password' })),
  password: Type.Optional(
    Nullable(
      Text(2000, {
        description: 'of kind basic; written, never read; empty, null or left out where the user name is the key',
      }),
    ),
  ),
});
const EnabledTools = Nullable(
  Type.Array(NonEmpty(200), {
    maxItems: 500,
    uniqueItems: true,
    description:
      'ids of the tools that agents are offered, in place of those before; null for what is usual: all tools of the known ' +
      'services, none of an API with a document',
  }),
);
const Name = PlainName({ description: 'what people call it; its tools keep the names that they were given first' });

export const IntegrationCreate = Type.Object({
  type: OneOf(INTEGRATION_TYPES),
  name: Type.Optional(Name),
  config: Type.Optional(
    Type.Object({
      enabled_tools: Type.Optional(EnabledTools),
      document: Type.Optional(
        Type.Union([AnyObject, Type.String({ minLength: 1, description: 'JSON or YAML' })], {
          description: 'of type openapi: the OpenAPI document (3.0 or 3.1)',
        }),
      ),
      document_url: Type.Optional(
        NonEmpty(2000, { description: 'address of the document, in its place; it is read once' }),
      ),
      base_url: Type.Optional(
        NonEmpty(2000, {
          description: 'address below which all calls are; where it is left out, the first server of the document',
        }),
      ),
      allowed_origins: Type.Optional(
        Type.Array(NonEmpty(2000), {
          maxItems: 50,
          uniqueItems: true,
          description:
            'other origins, such as https://pay.example.com, that operations of the document name and that may be called and given the credential; operations at any other origin are left out',
        }),
      ),
      credential: Type.Optional(Credential),
    }),
  ),
});

export const IntegrationUpdate = Type.Object({
  type: Type.Optional(OneOf(INTEGRATION_TYPES)),
  name: Type.Optional(Name),
  config: Type.Optional(
    Type.Object({
      enabled_tools: Type.Optional(EnabledTools),
      document: Type.Optional(
        Type.Union([AnyObject, Type.String()], { description: 'refused: the API of an integration stays' }),
      ),
      document_url: Type.Optional(Nullable(Text(2000, { description: 'as the record shows it' }))),
      base_url: Type.Optional(Text(2000, { description: 'as the record shows it' })),
      allowed_origins: Type.Optional(Type.Array(Text(2000), { maxItems: 50, description: 'as the record shows it' })),
      credential: Type.Optional({
        ...Credential,
        description: 'another one, whole with its secret; as the record shows it, it stays',
      }),
    }),
  ),
});

const Tool = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'what models know it by' }),
    description: Type.String(),
    side_effects: Type.Boolean(),
    enabled: Type.Boolean(),
    origin: Type.Optional(Type.String({ description: 'where its calls go, of an API with a document' })),
  },
  { title: 'IntegrationTool' },
);

const Config = Type.Object({
  enabled_tools: Nullable(Type.Array(Type.String())),
  base_url: Type.Optional(Type.String({ description: 'scheme and host alone for callers who may not edit it' })),
  allowed_origins: Type.Optional(
    Type.Array(Type.String(), { description: 'other origins that are called and given the credential' }),
  ),
  document_url: Type.Optional(
    Nullable(Type.String({ description: 'scheme and host alone for callers who may not edit it' })),
  ),
  title: Type.Optional(Type.String({ description: 'of the document' })),
  suggested_credential: Type.Optional(
    Type.Object(
      { kind: OneOf([...CREDENTIALS, 'oauth']), name: Type.Optional(Type.String()) },
      { description: 'how the document says that calls are signed; with oauth, a token is given as bearer' },
    ),
  ),
  left_out: Type.Optional(
    Type.Object(
      {
        operations: Type.Integer({ description: 'how many' }),
        first: Type.Array(Type.Object({ operation: Type.String(), reason: Type.String() })),
        parts: Type.Array(Type.String(), { description: 'such as webhooks' }),
      },
      { description: 'what of the document is no tool, the first operations with the reason' },
    ),
  ),
  hidden_text: Type.Optional(HiddenText),
  credential: Type.Optional(
    Type.Object({
      kind: OneOf(CREDENTIALS),
      name: Type.Optional(Type.String({ description: 'of the header or the key of the query, or the user' })),
    }),
  ),
});

export const Integration = versioned(
  { table: 'integrations', path: INTEGRATION },
  Type.Object(
    {
      id: Id,
      type: Type.String(),
      name: Type.String(),
      status: OneOf(STATUSES),
      account: Nullable(Type.String({ description: 'who authorised it, as the service calls them' })),
      scopes: Type.Array(Type.String(), { description: 'what was granted' }),
      config: Config,
      available_tools: Type.Array(Tool, {
        description: 'those that are enabled, or all with `include_disabled_tools`',
      }),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'Integration' },
  ),
);

/** An integration as records show it, with the tools that are asked for. Callers who may not edit it see of addresses scheme and host. */
export function integrationRecord(
  row: IntegrationRow,
  tools: readonly IntegrationTool[],
  includeDisabled: boolean,
  mayEdit = true,
): Static<typeof Integration> & { readonly version: number } {
  const { enabled_tools, credential, allowed_origins: origins, ...config } = row.config;
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    status: row.status,
    account: row.account,
    scopes: row.scopes,
    config: {
      ...config,
      ...(mayEdit ? {} : originsOf(config)),
      enabled_tools: enabled_tools === null ? null : [...enabled_tools],
      ...(origins === undefined ? {} : { allowed_origins: [...origins] }),
      ...(credential === undefined ? {} : { credential }),
    },
    available_tools: tools
      .map(({ name, declared: { id, description, sideEffects, request } }) => {
        const enabled = isEnabled(row.type, row.config, id);
        const origin = request.origin ?? (config.base_url && new URL(config.base_url).origin);
        return { id, name, description, side_effects: sideEffects, enabled, ...(origin ? { origin } : {}) };
      })
      .filter(({ enabled }) => enabled || includeDisabled),
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

/** The addresses of a configuration without paths and queries. */
function originsOf({ base_url, document_url }: Pick<IntegrationRow['config'], 'base_url' | 'document_url'>) {
  return {
    ...(base_url === undefined ? {} : { base_url: toUrlOrigin(base_url) }),
    ...(document_url == null ? {} : { document_url: toUrlOrigin(document_url) }),
  };
}

export const IntegrationAuth = Type.Object(
  {
    integration_id: Id,
    status: OneOf(STATUSES),
    account: Nullable(Type.String()),
    scopes: Type.Array(Type.String()),
    authorized_by: Nullable({ ...Id, description: 'the user of this installation who authorised it' }),
    authorized_at: Nullable(Timestamp),
    configured: Type.Boolean({ description: 'whether this installation is known to the service' }),
    what_to_do: Nullable(Type.String({ description: 'why it can’t be used and who can mend that; null where it can' })),
  },
  { title: 'IntegrationAuth' },
);

export const AuthorizationStart = Type.Object(
  {
    authorization_url: Type.String({
      description: 'where the person who asks goes on in a browser, within ten minutes',
    }),
  },
  { title: 'AuthorizationStart' },
);

export const CatalogueEntry = Type.Object(
  {
    type: Type.String(),
    name: Type.String(),
    description: Type.String(),
    auth_type: OneOf(['oauth', 'credential'], {
      description: 'oauth: people authorise it; credential: its config holds what calls are signed with',
    }),
    configured: Type.Boolean({ description: 'whether this installation is known to the service' }),
    missing_settings: Type.Array(Type.String(), { description: 'settings by which an administrator makes it known' }),
    scopes: Type.Array(Type.String(), { description: 'what is asked for' }),
    available_tools: Type.Array(
      Type.Object({
        id: Type.String(),
        description: Type.String(),
        side_effects: Type.Boolean(),
      }),
    ),
  },
  { title: 'IntegrationCatalogueEntry' },
);

export const SHOW_QUERY = {
  include_disabled_tools: Type.Boolean({ default: false, description: 'show tools too that agents are not offered' }),
};

export const RedirectTo = Text(2000, {
  description: 'where the browser goes afterwards: a path, or an address of this server',
});
