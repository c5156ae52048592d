import { defineMessages } from '../../platform/messages.ts';

/** What people can do about an unsatisfied dependency of a skill. */
export const nextSteps = defineMessages({
  change_dependency: 'it cannot be created ({problem}): change the dependency in the skill',
  change_catalog_slug: 'the catalog of public MCP servers no longer has this slug: change the skill',
  create_task: 'no built-in tool or task is named {name}: an editor of the project must create a task of this name',
  share_task:
    'the person who attached the skill cannot run the task {name}: an editor of the task must retry provisioning',
  enable_task: 'the task {name} is disabled: an editor of the task must enable it',
  create_mcp_server:
    'the project has no MCP server {url}, and the person who attached the skill cannot create one: an owner or editor of the project must create it',
  share_mcp_server:
    'the person who attached the skill cannot use the MCP server {name}: an editor of the server must retry provisioning',
  enable_mcp_server: 'the MCP server {name} is disabled: an editor of the server must enable it',
  refresh_mcp_server: 'the MCP server {name} cannot be reached: an editor of the server must refresh it',
  refresh_failed_mcp_server:
    'the MCP server {name} cannot be reached ({cause}): an editor of the server must refresh it',
  authorize_mcp_server: 'an editor of the MCP server {name} must authorize it',
  authorize_mcp_server_with_hint: 'an editor of the MCP server {name} must authorize it ({cause})',
  refresh_mcp_tool: 'the MCP server {server} has no tool {tool}: an editor of the server must refresh it',
  allow_mcp_tool: 'an editor of the MCP server {server} must allow the tool {tool}',
  create_integration:
    'the project has no integration of type {type}: an owner or editor of the project must create one',
  share_integration:
    'the person who attached the skill cannot use the integration {name}: an editor of the integration must retry provisioning',
  authorize_skill_integration: 'an editor of the integration {name} must authorize it',
});
