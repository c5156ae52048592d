import { defineMessages } from '../platform/messages.ts';

/** Why agent runs and their tool calls wait. */
export const agentWaits = defineMessages({
  wait_approval: '{tools} waits for approval (roles: {roles})',
  wait_budget: '{spent} of {limit} credits are spent; a person must allow more',
  wait_call_retry: '{tool} is sent again ({number}): {cause}',
  wait_of_call: '{tool}: {detail}',
  wait_of_child_run: '{tool} (run {run}){count, plural, =0 {} other {, request {requests}}}: {detail}',
  wait_of_skill: 'the skill {skill} needs {dependency}, which is not authorized: {step}',
  wait_authorize_again: 'an editor of the connection can authorize it again',
});

/** Failures of agent runs and their tool calls, as records store them. */
export const agentFailures = defineMessages({
  starter_not_permitted: 'the starter of the run may no longer run this agent; the call was not made',
  tool_changed: 'the tool, its schema or the call is not what it was when the call was planned; it was not executed',
  call_not_recorded: '{tool} was called with arguments for which neither the past run nor a stub has a result',

  call_undecided: 'nobody decided on the call in time',
  approval_lapsed: 'the approval of the call lapsed before the call was sent',
  call_rejected: 'a person rejected the call',
  call_rejected_with_note: 'a person rejected the call: {note}',
  request_cancelled: 'the approval request was cancelled',
  effect_unknown:
    'It is not known whether this call took effect, and nobody could say. It was not repeated. Do not assume either way.',

  agent_deleted: 'the agent was deleted, and its run stopped',
  agent_run_cancelled: 'the run of the agent was cancelled by a person',
  agents_too_deep: 'agents may call each other at most {limit} levels deep; the agent was not called',
  agent_not_permitted: 'the starter of the run may not run the called agent; it was not called',

  organization_credits_missing: 'the organization does not have the {needed} credits that the next model call needs',
  caller_credits_missing: 'the runs that called this agent do not have the {needed} credits that its next step needs',
  run_budget_spent: 'the run has spent {spent} of its {limit} credits, and a person rejected more',
  period_budget_spent:
    'the {target, select, organization {organization} project {project} task {task} task_agent {agent} other {owner}} has spent {spent} of its {limit} credits per {period, select, day {day} other {month}}, and a person rejected more',
  max_turns_reached: 'the agent did not finish within its {limit} turns',
  formatter_failed: 'the output formatter could not format the response',
  step_missing: 'a task of this agent was deleted or disabled',
  step_not_run: 'the step {step} did not run',
  step_not_run_because: 'the step {step} did not run: {cause}',
  step_failed: 'the step {step} failed',
  step_failed_because: 'the step {step} failed: {cause}',
});
