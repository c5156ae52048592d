import { defineProblems } from '../platform/messages.ts';

/** Problems of agents, their revisions and approval policies. */
export const agentProblems = defineProblems({
  unknown_agent_revision: { type: 'unknown_resource', msg: 'must be a revision of this agent' },
  activation_not_alone: 'must be sent without other fields such as {field}',
  unknown_memory_setting: {
    type: 'unknown_setting',
    msg: 'is not a setting of the memory; known settings: {known}',
  },
  text_not_generated: { type: 'model_ability', msg: 'must be a model that generates text, unlike {model}' },
  agent_tools_not_supported: {
    type: 'model_ability',
    msg: 'must support tools: the agent has some, {model} supports none',
  },
  required_choice_not_supported: {
    type: 'model_ability',
    msg: 'must not be required: {model} cannot be forced to call tools',
  },
  choice_of_sequential_agent: 'must be null: the steps of a sequential agent are fixed',
  choice_without_agent_tools: 'must be null or auto: the agent has no tools',

  invalid_deadline: 'must be an ISO 8601 duration above zero, such as PT15M',
  rule_without_tool: { type: 'no_such_tool', msg: 'must match the name and type of a tool of this revision' },
  no_common_approver: {
    type: 'no_common_approver',
    msg: "must share an approver with the organization's approval floor: for the tools of rule {index} it names {approvers}",
  },
  unknown_tool_name: { type: 'no_such_tool', msg: 'must be the name of one of the tools' },

  unknown_builtin_tool: { type: 'enum', msg: 'must be one of: {known}' },
  unknown_attached_skill: {
    type: 'unknown_resource',
    msg: 'must be the ID of a skill in this project or the catalog',
  },
  unknown_attached_skill_revision: { type: 'unknown_resource', msg: 'must be a revision of this skill' },
  unknown_tool_of_integration: { type: 'unknown_resource', msg: 'must be the ID of a tool of this integration' },
  duplicate_integration: { type: 'unknown_resource', msg: 'is listed twice' },
  unknown_tool_of_server: { type: 'unknown_resource', msg: 'must be the ID of a tool of this server' },
  several_formatters: 'must have at most one output formatter',
  formatter_without_json: 'must be false: an output formatter must be a task with output_modality json',
  tools_of_sequential_agent: 'must be empty: a sequential agent has task tools only',
  steps_of_sequential_agent: 'must have at least two tasks and no output formatter: the agent is sequential',
  agent_calls_itself: 'must not be the agent itself or an agent whose calls lead back to it',
  agent_calls_too_deep: 'must not make agents call each other more than {limit} levels deep',
});

/** Problems of a decision on an approval request. */
export const decisionProblems = defineProblems({
  lapse_without_call: 'must be omitted unless a tool call is still to be made',
  lapse_in_past: 'must be in the future',
  arguments_of_question: 'must be omitted: the request asks whether the call happened',
  arguments_of_several: 'must be omitted: several people must approve the same call',
  not_of_request: 'must match the approval request',
  assignee_without_view: {
    type: 'unknown_resource',
    msg: 'must be the ID of a user who can see the request',
  },
  snooze_in_past: 'must be in the future',
  snooze_past_deadline: 'must be before the request expires',
});

/** Problems of the arguments of a tool call. */
export const argumentProblems = defineProblems(
  {
    arguments_too_long: 'the arguments have more than {limit} characters of JSON',
    arguments_too_deep: 'the arguments are nested more than {limit} levels deep',
    arguments_not_json: 'the arguments are not valid JSON, or are nested too deep',
    arguments_not_object: 'the arguments must be a JSON object',
    arguments_mismatch: '{problems}',
    tool_schema_unusable: "the tool can't be called, because of its schema: {cause}",
    unknown_tool: 'there is no tool named {tool}',
    too_many_calls: 'a turn may request at most {limit} tool calls',
  },
  'tool_schema',
);
