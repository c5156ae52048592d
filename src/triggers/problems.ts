import { defineMessages, defineProblems } from '../platform/messages.ts';

/** Problems of triggers, their targets and their settings. */
export const triggerProblems = defineProblems({
  unknown_trigger_target: {
    type: 'unknown_resource',
    msg: 'must be the ID of {type, select, task {a task} other {an agent}} in this project',
  },
  unknown_trigger_revision: { type: 'unknown_resource', msg: 'must be a revision of the agent' },
  revision_of_task: 'must be omitted unless the target is an agent',
  agent_message_missing: { type: 'missing', msg: 'is required: an agent runs on a message' },
  agent_message_empty: 'must be a text that is not empty',
  agent_message_too_long: { type: 'string_too_long', msg: 'must have at most {limit} characters' },
  agent_input_unknown: 'must be omitted: an agent takes only message',
});

/** Problems of schedules. */
export const scheduleProblems = defineProblems({
  schedule_input_too_long: { type: 'string_too_long', msg: 'must have at most {limit} characters as JSON' },
  schedule_without_image: 'must be a task that requires no image: a schedule has none',
  schedule_expired: 'must be in the future',
  schedule_end_invalid: 'must be a time that exists',
  schedule_timezone_invalid: 'must be a time zone of the IANA database such as Europe/Berlin or UTC',
  schedule_interval_invalid:
    'must be an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as PT15M or P1D',
  schedule_interval_too_short: 'must be at least PT1M',
  cron_nickname: 'must have five fields such as 0 0 * * *; nicknames such as @daily are not supported',
  cron_field_count:
    'must have five fields (minute, hour, day of the month, month, day of the week), not {count}; or be a duration such as PT1H',
  cron_without_day: 'must occur: no month in it has such a day',
  cron_field:
    '{field, select, minute {minute} hour {hour} day {day of the month} month {month} other {day of the week}}: {problem}',
  cron_part_invalid:
    '{part} must be *, a value or a range a-b, with or without a step as in */5; L, W, # and ? are not supported',
  cron_value_out_of_range: '{value} must be from {min} to {max}',
  cron_range_backwards: 'the range {from}-{to} must not run backwards',
  cron_step_without_range: '{part} has a step without a range: write {from}-{max}/{step}',
  cron_step_out_of_range: 'the step {step} must be from 1 to {max}',
});

/** Problems of webhooks. */
export const webhookProblems = defineProblems({
  mapping_not_message: 'must be message: an agent takes nothing else',
  secret_not_used: 'must be omitted: auth_method {method} has no secret',
  method_without_secret: 'must be a method with a secret, not {method}',
  secret_key_too_short: 'must contain a key of at least {limit} bytes',
  auth_setting_not_used: 'must be omitted for auth_method {method}; it is for {methods}',
  auth_setting_missing: { type: 'missing', msg: 'is required for auth_method {method}' },
  key_not_signed:
    'must be covered by the signature of {method}, which covers {covered}; the header {header} is not signed',
  header_is_credential: 'must not be {header}: runs would show the credential of the sender',
  webhook_path_too_long: 'must have at most {limit} characters',
  webhook_path_invalid: 'must be header:NAME or a JSON path: {cause}',
  webhook_path_not_supported:
    'must be a path of at most {parts} field names, list indexes and {wildcards} wildcards ([*])',
  webhook_path_not_single: 'must be a path of at most {parts} field names and list indexes',
});

/** Problems of a delivery to a webhook. */
export const deliveryProblems = defineProblems({
  delivery_field_missing: { type: 'missing', msg: 'is missing: payload_mapping takes {name} from there' },
  delivery_key_missing: {
    type: 'missing',
    msg: 'is missing: idempotency_key_path takes the key from there, a text or a number',
  },
  delivery_not_object: 'must be an object, because the webhook has no payload_mapping',
  delivery_key_invalid: 'must have at most {limit} characters of well-formed text',
});

/** Reasons why triggers start no run or are paused, as events and records store them. */
export const triggerFailures = defineMessages({
  trigger_paused: 'the trigger is paused',
  trigger_keeps_failing: 'the last {count} runs of the trigger failed',
  trigger_creator_not_permitted: 'the creator of the trigger no longer holds {permission} on its target',
  schedule_ended_at: '{time}: the schedule had expired before it was checked',
  schedule_ended_between: '{first} to {last}: the schedule had expired before it was checked',
  schedule_missed_at: '{time}: missed, and catch_up does not start it later',
  schedule_missed_between: '{first} to {last}: missed, and catch_up does not start them later',
  schedule_overlaps: 'the previous run of the schedule has not ended',
  trigger_input_problem: '{path}: {problem}',
  trigger_input_problems: '{first}; {rest}',
});
