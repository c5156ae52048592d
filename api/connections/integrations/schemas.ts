import Type, { type Static } from 'typebox';
import { findDescriptionCode, INTEGRATION_TYPES } from '../../../src/connections/integrations/kinds/index.ts';
import type { IntegrationRow } from '../../../src/connections/integrations/queries.ts';
import { type IntegrationTool, isEnabled } from '../../../src/connections/integrations/tools.ts';
import { toUrlOrigin } from '../../../src/platform/http/url-origin.ts';
import { createMessageSchemas, MESSAGE_CODE } from '../../../src/platform/message-schemas.ts';
import {
  AnyObject,
  BoundedText,
  DisplayName,
  Id,
  NonBlankText,
  Nullable,
  StringEnum,
  Timestamp,
} from '../../../src/platform/schemas.ts';
import { toVersionedSchema } from '../../plugins/versions.ts';
import { HiddenText } from '../../schemas.ts';

export const INTEGRATIONS = '/org/{org_id}/project/{project_id}/integration';
export const INTEGRATION = `${INTEGRATIONS}/{integration_id}` as const;

const STATUSES = ['authorized', 'needs_authorization', 'disconnected', 'failed'] as const;
const CREDENTIALS = ['none', 'bearer', 'header', 'query', 'basic'] as const;

const Credential = Type.Object({
  kind: StringEnum(CREDENTIALS, {
    description: 'Authentication of calls: none, bearer token, header, query parameter, or HTTP basic authentication.',
  }),
  name: Type.Optional(NonBlankText(100, { description: 'Name of the header or query parameter.' })),
  value: Type.Optional(NonBlankText(8000, { description: 'Token or key. Never returned.' })),
  username: Type.Optional(
    BoundedText(200, { description: 'User name for the kind basic. Returned unless the password is empty.' }),
  ),
  password: Type.Optional(
    Nullable(
      BoundedText(2000, {
        description: 'Password for the kind basic. Never returned. Empty, null or omitted if the user name is the key.',
      }),
    ),
  ),
});
const EnabledTools = Nullable(
  Type.Array(NonBlankText(200), {
    maxItems: 500,
    uniqueItems: true,
    description:
      'IDs of the tools that agents are offered; replaces the current list. Null restores the default: all tools of ' +
      'a catalog service, no tools of an API with an OpenAPI document.',
  }),
);
const ExposedTools = Type.Array(NonBlankText(200), {
  maxItems: 500,
  uniqueItems: true,
  description:
    "IDs of the enabled tools that callers who may use the integration can call through the project's own MCP server; replaces the current list. Default none.",
});
const Name = DisplayName({ description: 'Display name. Changing it does not rename the tools.' });

export const IntegrationCreate = Type.Object({
  type: StringEnum(INTEGRATION_TYPES),
  name: Type.Optional(Name),
  config: Type.Optional(
    Type.Object({
      enabled_tools: Type.Optional(EnabledTools),
      document: Type.Optional(
        Type.Union([AnyObject, Type.String({ minLength: 1, description: 'JSON or YAML text.' })], {
          description: 'OpenAPI document (3.0 or 3.1), for the type openapi.',
        }),
      ),
      document_url: Type.Optional(
        NonBlankText(2000, { description: 'URL of the document, instead of `document`. Read once.' }),
      ),
      base_url: Type.Optional(
        NonBlankText(2000, {
          description: 'Base URL of all calls. Default: the first server of the document.',
        }),
      ),
      allowed_origins: Type.Optional(
        Type.Array(NonBlankText(2000), {
          maxItems: 50,
          uniqueItems: true,
          description:
            'Other origins of operations, such as https://pay.example.com, that may be called and receive the credential. Operations at any other origin are omitted.',
        }),
      ),
      credential: Type.Optional(Credential),
    }),
  ),
});

export const IntegrationUpdate = Type.Object({
  type: Type.Optional(StringEnum(INTEGRATION_TYPES)),
  name: Type.Optional(Name),
  config: Type.Optional(
    Type.Object({
      enabled_tools: Type.Optional(EnabledTools),
      exposed_tools: Type.Optional(ExposedTools),
      document: Type.Optional(
        Type.Union([AnyObject, Type.String()], {
          description: 'Not accepted: the API of an integration cannot be changed.',
        }),
      ),
      document_url: Type.Optional(Nullable(BoundedText(2000, { description: 'Current value; cannot be changed.' }))),
      base_url: Type.Optional(BoundedText(2000, { description: 'Current value; cannot be changed.' })),
      allowed_origins: Type.Optional(
        Type.Array(BoundedText(2000), { maxItems: 50, description: 'Current value; cannot be changed.' }),
      ),
      credential: Type.Optional({
        ...Credential,
        description: 'New credential with its secret. The value from the record leaves the credential unchanged.',
      }),
    }),
  ),
});

const DescriptionCode = Nullable(
  Type.String({
    description: 'Stable code of the description, for translation. Null for a tool of an API with a document.',
  }),
);
const Tool = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Name of the tool for models.' }),
    description: Type.String(),
    description_code: DescriptionCode,
    side_effects: Type.Boolean(),
    enabled: Type.Boolean(),
    origin: Type.Optional(Type.String({ description: 'Origin of its calls, for an API with a document.' })),
  },
  { title: 'IntegrationTool' },
);

const Config = Type.Object({
  enabled_tools: Nullable(Type.Array(Type.String())),
  exposed_tools: Type.Optional(
    Type.Array(Type.String(), { description: "Tools that the project's own MCP server exposes. Absent for none." }),
  ),
  base_url: Type.Optional(
    Type.String({ description: 'Scheme and host only, for callers without permission to edit.' }),
  ),
  allowed_origins: Type.Optional(
    Type.Array(Type.String(), { description: 'Other origins that are called and receive the credential.' }),
  ),
  document_url: Type.Optional(
    Nullable(Type.String({ description: 'Scheme and host only, for callers without permission to edit.' })),
  ),
  title: Type.Optional(Type.String({ description: 'Title of the document.' })),
  suggested_credential: Type.Optional(
    Type.Object(
      { kind: StringEnum([...CREDENTIALS, 'oauth']), name: Type.Optional(Type.String()) },
      { description: 'Authentication that the document describes. For oauth, send a token as bearer.' },
    ),
  ),
  left_out: Type.Optional(
    Type.Object(
      {
        operations: Type.Integer({ description: 'Number of omitted operations.' }),
        first: Type.Array(Type.Object({ operation: Type.String(), reason: Type.String(), ...MESSAGE_CODE })),
        parts: Type.Array(Type.String(), { description: 'Ignored parts of the document, such as webhooks.' }),
      },
      { description: 'Operations of the document that are not tools. The first ones are listed with their reasons.' },
    ),
  ),
  hidden_text: Type.Optional(HiddenText),
  credential: Type.Optional(
    Type.Object({
      kind: StringEnum(CREDENTIALS),
      name: Type.Optional(Type.String({ description: 'Name of the header or query parameter, or the user name.' })),
    }),
  ),
});

export const Integration = toVersionedSchema(
  { table: 'integrations', path: INTEGRATION },
  Type.Object(
    {
      id: Id,
      type: Type.String(),
      name: Type.String(),
      status: StringEnum(STATUSES),
      account: Nullable(
        Type.String({ description: 'Account at the service with which the integration was authorized.' }),
      ),
      scopes: Type.Array(Type.String(), { description: 'Granted scopes.' }),
      config: Config,
      available_tools: Type.Array(Tool, {
        description: 'Enabled tools; all tools with `include_disabled_tools`.',
      }),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'Integration' },
  ),
);

/**
 * Converts an integration to its API record. Callers without permission to edit see only the scheme and host of URLs.
 */
export function toIntegrationRecord(
  row: IntegrationRow,
  tools: readonly IntegrationTool[],
  includeDisabled: boolean,
  canEdit = true,
): Static<typeof Integration> & { readonly version: number } {
  const { enabled_tools, exposed_tools: exposed, credential, allowed_origins: origins, ...config } = row.config;
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    status: row.status,
    account: row.account,
    scopes: row.scopes,
    config: {
      ...config,
      ...(canEdit ? {} : toOrigins(config)),
      enabled_tools: enabled_tools === null ? null : [...enabled_tools],
      ...(exposed === undefined ? {} : { exposed_tools: [...exposed] }),
      ...(origins === undefined ? {} : { allowed_origins: [...origins] }),
      ...(credential === undefined ? {} : { credential }),
    },
    available_tools: tools
      .map(({ name, declared: { id, description, sideEffects, request } }) => {
        const enabled = isEnabled(row.type, row.config, id);
        const origin = request.origin ?? (config.base_url && new URL(config.base_url).origin);
        const description_code = findDescriptionCode(row.type, id);
        return {
          id,
          name,
          description,
          description_code,
          side_effects: sideEffects,
          enabled,
          ...(origin ? { origin } : {}),
        };
      })
      .filter(({ enabled }) => enabled || includeDisabled),
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

/** The URLs of a configuration without paths and queries. */
function toOrigins({ base_url, document_url }: Pick<IntegrationRow['config'], 'base_url' | 'document_url'>) {
  return {
    ...(base_url === undefined ? {} : { base_url: toUrlOrigin(base_url) }),
    ...(document_url == null ? {} : { document_url: toUrlOrigin(document_url) }),
  };
}

export const IntegrationAuth = Type.Object(
  {
    integration_id: Id,
    status: StringEnum(STATUSES),
    account: Nullable(Type.String()),
    scopes: Type.Array(Type.String()),
    authorized_by: Nullable({ ...Id, description: 'User of this installation who authorized it.' }),
    authorized_at: Nullable(Timestamp),
    configured: Type.Boolean({ description: 'Whether this installation has an OAuth client at the service.' }),
    ...createMessageSchemas(
      'what_to_do',
      'Reason why the integration cannot be used, and who can fix it. Null if it can be used.',
    ),
  },
  { title: 'IntegrationAuth' },
);

export const AuthorizationStart = Type.Object(
  {
    authorization_url: Type.String({
      description: 'URL that the user opens in a browser within ten minutes.',
    }),
  },
  { title: 'AuthorizationStart' },
);

export const CatalogEntry = Type.Object(
  {
    type: Type.String(),
    name: Type.String(),
    description: Type.String(),
    auth_type: StringEnum(['oauth', 'credential'], {
      description: 'oauth: a user authorizes it; credential: its config holds the credential.',
    }),
    configured: Type.Boolean({ description: 'Whether this installation has an OAuth client at the service.' }),
    missing_settings: Type.Array(Type.String(), { description: 'Settings that an administrator must set first.' }),
    scopes: Type.Array(Type.String(), { description: 'Requested scopes.' }),
    available_tools: Type.Array(
      Type.Object({
        id: Type.String(),
        description: Type.String(),
        description_code: DescriptionCode,
        side_effects: Type.Boolean(),
      }),
    ),
  },
  { title: 'IntegrationCatalogEntry' },
);
