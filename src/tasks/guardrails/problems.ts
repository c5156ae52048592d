import { defineMessages, defineProblems } from '../../platform/messages.ts';

/** Problems of guardrails of tasks, agents and projects. */
export const guardrailProblems = defineProblems({
  direction_not_supported:
    'must be a guardrail that checks the {direction, select, input {input} other {output}}; {guardrail} does not',
  action_not_supported: 'must be an action that {guardrail} supports: {supported}',
  invalid_action_suffix: 'must have no suffix, or one of: {supported}',
  guardrail_without_config: 'must not be {guardrail}, which requires a config; enable it in tasks and agents',
  unknown_judge: { type: 'unknown_model', msg: 'must be the ID, name or alias of a configured model' },
  unusable_judge: {
    type: 'unknown_model',
    msg: 'must be another model: {model} is retired or generates no text',
  },
  length_limit_missing: 'must have at least one of: {known}',
  min_above_max: 'must be at most max_characters, which is {limit}',
});

/** Messages of guardrails that end a run. */
export const guardrailMessages = defineMessages({
  guardrail_blocks:
    'the guardrail {guardrail} blocks the {direction, select, input {input} other {output}}: rule {rule}',
  guardrail_unchecked:
    'the guardrail {guardrail} blocks the {direction, select, input {input} other {output}}, which it could not check',
});
