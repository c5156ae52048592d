import { defineProblems } from '../platform/messages.ts';

/** Problems of authorizations and credentials of connections. */
export const connectionProblems = defineProblems({
  redirect_not_local: 'must be a path that starts with exactly one slash, or a URL of this server',
  redirect_outside: 'must be below the public URL of this server',
  oauth_code_missing: 'is required unless error is given',
});

/** Problems of integrations and their OpenAPI documents. */
export const integrationProblems = defineProblems({
  setting_not_for_type: 'must be omitted: integrations of type {type} have no such setting',
  unknown_integration_tool: { type: 'enum', msg: 'must be the ID of a tool of this integration' },
  integration_setting_fixed: 'cannot be changed; create another integration',

  api_url_not_absolute: 'must be an absolute URL',
  api_url_not_http: 'must be an http or https URL',
  api_url_with_user: 'must not have a user name or password',
  api_url_with_query: 'must not have a query or fragment',
  base_url_missing: 'is required: the document names no http or https URL of a server',
  origin_with_path: 'must not have a path',
  unused_origin: 'must be the origin of an operation, other than that of base_url',

  credential_field_missing: 'is required for a credential of kind {kind}',
  credential_field_not_used: 'must be omitted for a credential of kind {kind}',
  credential_user_with_colon: 'must not contain a colon',
  credential_empty: 'must not be empty when the password is empty',
  credential_not_sendable: 'cannot be sent: {cause}',

  document_missing: { type: 'missing', msg: 'must be given, or document_url instead, but not both' },
  document_status: 'could not be read: its server responded with status {status}',
  document_not_fetched: 'could not be read: {cause}',
  document_too_large: 'must be at most {limit} MiB long',
  document_too_slow: 'takes more than {seconds} seconds or {memory} MB of memory to read; use a smaller document',
  document_too_deep: 'must be nested at most {limit} levels deep',
  document_too_many: 'has {count} {part, select, paths {paths} other {operations}}; at most {limit} are allowed',
  document_not_utf8: 'must be UTF-8 text',
  document_not_json: 'is not valid JSON: {cause}',
  document_not_yaml: 'is neither JSON nor valid YAML: {cause}',
  document_alias: 'must not have an alias that contains itself or repeats too much',
  document_not_object: 'must be an OpenAPI document, which is an object',
  document_swagger: 'must be OpenAPI 3.0 or 3.1, not Swagger 2.0; convert it',
  document_without_version: 'must have the field openapi with the version of OpenAPI',
  document_version_not_text: 'must have a string such as "3.1.0" in the field openapi',
  document_version: 'must be OpenAPI 3.0 or 3.1, not {version}',
  document_without_paths: 'must have the field paths: there is nothing to call',
  document_invalid: 'breaks the rules of OpenAPI at {path}: {cause}',
  document_external_reference: 'must not refer to {reference}; bundle everything into one file',
});

/** Problems of MCP servers and their tools. */
export const mcpProblems = defineProblems({
  server_url_missing: { type: 'required', msg: 'is required' },
  server_url_not_http: { type: 'url', msg: 'must be an http or https URL' },
  server_url_with_user: { type: 'url', msg: 'must not have a user name or password; send the key as api_key' },
  server_url_with_fragment: { type: 'url', msg: 'must not have a fragment' },
  server_url_refused: { type: 'url', msg: 'must not be called: {cause}' },
  server_url_fixed: 'cannot be changed; create another server for a different URL',
  server_url_differs: 'must be omitted or the same as server_url',
  stdio_url_missing: 'must be stdio: followed by the name of a server',
  unknown_stdio_server: 'must name a server that this installation runs',
  stdio_transport_required: 'must be stdio for a server that this installation runs',
  key_for_stdio_server: 'must be omitted for a server that this installation runs',
  client_id_missing: 'requires client_id',
  tools_allowed_by_client: 'must be false: only a person can allow tools',

  unknown_auth_session: {
    type: 'unknown_resource',
    msg: 'must be an unused authorization of yours in this project that is less than an hour old',
  },
  auth_session_of_other_server: { type: 'unknown_resource', msg: 'must be an authorization for this server' },
  auth_session_used: { type: 'unknown_resource', msg: 'is used already; authorize again' },
});
