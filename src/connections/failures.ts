import { defineMessages } from '../platform/messages.ts';

/** Reasons why an operation of an OpenAPI document is not offered as a tool. */
export const operationFailures = defineMessages({
  operation_duplicate_id: 'the operation ID makes it the same as another operation',
  operation_hidden_characters: 'names or values contain invisible characters',
  operation_tools_too_long: 'the tools of the document are longer than {limit} MiB together',
  operation_method: 'requests with the method {method} are not supported',
  operation_body_type: 'the body must be of a type that cannot be sent: {types}',
  operation_nested_file: 'the body contains a file within another value',

  operation_path_too_long: 'the path is longer than {limit} characters',
  operation_path_start: 'the path does not start with exactly one slash',
  operation_path_characters: 'the path contains characters that a path cannot have',
  operation_path_dots: 'the path contains the segment . or ..',
  operation_path_variable: 'the path contains {variable}, which no parameter describes',

  operation_server_not_callable: 'none of the server URLs of the operation can be called',
  operation_server_missing: 'the document names no server for the operation; set base_url',
  operation_origin_not_allowed: 'the operation is served from {origin}, which is not in allowed_origins',

  operation_reference_external: 'the reference {reference} does not point into the document',
  operation_reference_missing: 'the reference {reference} points to nothing',
  operation_reference_cycle: 'the reference {reference} points to itself',
  operation_reference_not_object: 'a reference points to something that is not an object',

  operation_schema_not_object: 'the schema is invalid: it must be an object',
  operation_schema_invalid: 'the schema is invalid at {path}: {cause}',
  operation_schema_keyword: 'the schema uses {keyword}, which is not supported',
  operation_parameters_too_long: 'the parameters are longer than {limit} KiB',

  operation_parameter_incomplete: 'a parameter has no name or no location',
  operation_parameter_name: 'a parameter has a name that cannot be sent',
  operation_parameter_location: 'the location of the parameter {name} is not supported',
  operation_parameter_content: 'the content type of the {location} parameter {name} is not supported',
  operation_parameter_style: 'the style {style} of the {location} parameter {name} is not supported',
  operation_parameter_not_in_path: 'the path does not contain {variable}',
  operation_cookie: 'the operation requires the cookie {name}',
  operation_header: 'the operation requires the header {name}, which cannot be set',
});

/** Reasons why a tool of an MCP server is omitted from a listing, or not offered to models. */
export const mcpToolFailures = defineMessages({
  mcp_tool_not_object: 'the entry is not an object',
  mcp_tool_without_name: 'the tool has no name',
  mcp_tool_name_too_long: 'the name is longer than {limit} characters',
  mcp_tool_name_with_space: 'the name contains a space',
  mcp_tool_name_hidden: 'the name contains invisible characters',
  mcp_tool_name_reserved: 'the name is reserved',
  mcp_tool_name_taken: 'another tool of the server has the same name',
  mcp_tool_schema_not_object: '{field} is not an object',
  mcp_tool_schema_too_deep: '{field} is nested more than {limit} levels deep',
  mcp_tool_schema_too_long: '{field} is longer than {limit} characters',
  mcp_tool_schema_hidden: '{field} contains invisible characters',
  mcp_tool_beyond_limit: 'the tool is not among the first {limit} tools',
  mcp_tool_beyond_page: 'the tool is beyond page {page} of the list',
  mcp_tool_task_only: 'the tool can only be called as a task, which the protocol version of the server lacks',
  mcp_tool_with_credential: 'the tool contains the credential that the server received',
  mcp_tool_combined_schema: 'the input schema has {keyword} at the top level, which models reject',
  mcp_tool_schema_type: 'the input schema does not describe an object',
  mcp_tool_properties: 'the properties of the input schema are not an object',
});

/** Why tool calls wait for their connections. */
export const connectionWaits = defineMessages({
  wait_tool_changed:
    'the tool {tool} of the MCP server {server} has changed since it was allowed; an editor of the server accepts the change or disables the tool',
  wait_server_authorization:
    'the MCP server {server} needs a new authorization; an editor of the server can authorize it',
  wait_integration_authorization:
    'the integration {integration} is not authorized; an editor of the integration can authorize it again',
  wait_integration_credential:
    'the integration {integration} is not authorized; an editor of the integration can provide another credential',
});

/** Actions of people that an integration requires. */
export const integrationActions = defineMessages({
  set_integration_settings: 'an administrator of this installation must set {settings}',
  authorize_integration: 'an editor of the integration must authorize it',
  add_integration_credential: 'an editor of the integration must give it a credential',
  integration_action_with_problem: '{action}: {problem}',
});

/** Why an MCP server does not work, and what to do about it. */
export const mcpServerFailures = defineMessages({
  server_failed: '{cause}; refresh the server once this is fixed',
  server_key_rejected: 'the server rejects the API key: set another api_key',
  server_needs_consent: 'an editor must authorize the server: POST …/reauthorize returns the URL',
  server_needs_authorization:
    'the server requires authorization: set an api_key, or authorize it with POST …/reauthorize',
  server_not_listed: 'its tools are not listed yet: refresh the server, and authorize it if required',
  server_credential_rejected: 'the server rejected its credential; authorize it again',
  discovery_key_rejected: 'the server rejected the API key',
  discovery_needs_user: 'a user must authorize, or send an api_key',
  discovery_needs_consent: 'go to authorization_url and authorize',
  discovery_needs_key: 'send an api_key; authorization is not possible: {cause}',
});
