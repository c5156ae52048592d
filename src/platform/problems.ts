import { defineProblems } from './messages.ts';

/** What can be wrong with fields of many modules. */
export const commonProblems = defineProblems({
  /** A resource that is not there, or that the caller may not see. */
  unknown_resource: {
    type: 'unknown_resource',
    msg: 'must be the ID of {resource, select, collection {a collection} document {a document} integration {an integration} integration_tool {an integration tool} mcp_server {an MCP server} mcp_tool {an MCP tool} skill {a skill} tag {a tag} task {a task} task_agent {an agent} task_forwarder {a task forwarder} task_mcp_server {an MCP server} other {a resource}} in this project',
  },
  unknown_setting: { type: 'unknown_setting', msg: 'is not a setting of {owner}; known settings: {known}' },
  unknown_kind: { type: 'unknown_resource', msg: 'must be one of: {known}' },
  invalid_timezone: 'must be a time zone of the IANA database, such as Europe/Berlin or UTC',
  duplicate_item: 'is listed twice',
  misspelled_field: { type: 'unknown_key', msg: 'is not a field here; did you mean {field}?' },
  exclusive_field: 'must be omitted when {other} is given',
  unknown_date: 'is not a date that exists',
  unavailable_field: { type: 'not_available', msg: 'is not available here yet; leave it out' },
  unavailable_value: { type: 'not_available', msg: 'is not available here yet; must be {accepted}' },
  not_base64: { type: 'base64', msg: 'must be Base64' },
  stream_only: 'requires the header Accept: text/event-stream',
  not_for_stream: 'must be omitted with the header Accept: text/event-stream',
  wrong_file_field: 'must be omitted; send files in the field {field}',
});
