import Type from 'typebox';
import { listEffects } from '../../../src/agents/calls/effects.ts';
import { listAgentRuns } from '../../../src/agents/runs/queries.ts';
import { parseQueryTimestamp } from '../../../src/platform/dates.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { createMessageSchemas } from '../../../src/platform/message-schemas.ts';
import { Id, NonBlankText, Nullable, StringEnum, Timestamp } from '../../../src/platform/schemas.ts';
import { FEEDBACK_FILTERS, STARTED_BY_FILTERS } from '../../../src/runs/record-fields.ts';
import { START_ERRORS } from '../../../src/usage/start-check.ts';
import type { Caller } from '../../caller.ts';
import { operation } from '../../operation.ts';
import { ERROR_EVENT } from '../../plugins/event-schemas.ts';
import { FILE_RESPONSES, FileQuery, sendNamedFile } from '../../plugins/files.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { REVISION_QUERY } from '../../runs/run-request.ts';
import { toScoreFilter } from '../../runs/schemas.ts';
import { agentWithDeleted, runnableAgent } from '../parents.ts';
import { AgentRun, toAgentRunRecord } from '../schemas.ts';
import { cancelAgentRun } from './cancel.ts';
import { resumeRun } from './resume.ts';
import { runAgent } from './run.ts';
import { RunStreamEvent } from './stream-events.ts';
import { turnsOperation } from './turns.ts';

const run = operation(
  {
    id: 'task_agent_run.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run',
    tag: 'Agent runs',
    summary: 'Run an agent on a message',
    description:
      'With `Accept: text/event-stream` the response streams events until the run has ended or waits for a person. Otherwise it returns the run when it has ended or is held. `Prefer: respond-async` returns 202 immediately, `Prefer: wait=n` after at most n seconds.',
    auth: { permission: 'task_agent:run' },
    request: {
      query: Type.Object({ ...REVISION_QUERY, ...ERROR_EVENT }),
      body: Type.Object({
        message: NonBlankText(1_000_000),
        session_id: Type.Optional(Nullable(Id)),
        revision_id: Type.Optional(Nullable(Id)),
        forked_from_run_id: Type.Optional(
          Nullable({ ...Id, description: 'ID of the run of the agent whose conversation `message` repeats' }),
        ),
      }),
      longBody: true,
      parents: { task_agent_id: runnableAgent },
      prefersWait: true,
      idempotent: true,
      example: { message: 'Please use calculator {"expression": "6*7"} and give me the answer.' },
    },
    response: {
      schemas: { 200: AgentRun, 202: AgentRun },
      errors: {
        402: START_ERRORS,
        409: ['SESSION_REVISION_MISMATCH', 'SESSION_BUSY', 'MODEL_EXCLUDED', 'AGENTS_TOO_DEEP'],
      },
      headers: ['X-Task-Agent-Run-Id'],
    },
    stream: { events: RunStreamEvent },
    audit: { event: null, startedEvent: 'task_agent_run.started' },
  },
  (input) => runAgent(input, input.parents.task_agent_id),
);

const FILTERS = {
  ...PAGE_QUERY,
  session_id: Type.Optional(Id),
  is_error: Type.Optional(Type.Boolean()),
  had_task_tool_fail: Type.Optional(Type.Boolean()),
  had_mcp_tool_fail: Type.Optional(Type.Boolean()),
  had_integration_tool_fail: Type.Optional(Type.Boolean()),
  status: Type.Optional(
    StringEnum(['queued', 'running', 'waiting_for_human', 'held', 'cancelling', 'completed', 'failed', 'cancelled']),
  ),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
  min_duration_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  task_agent_revision_id: Type.Optional(Id),
  ...STARTED_BY_FILTERS,
  ...FEEDBACK_FILTERS,
  chaos_enabled: Type.Optional(
    Type.Boolean({
      description: 'Whether to return runs with injected failures. No run has any, so true returns an empty list.',
    }),
  ),
  parent_run_id: Type.Optional({ ...Id, description: 'ID of a run; returns only its child runs' }),
  forked_from_run_id: Type.Optional({ ...Id, description: 'ID of a run; returns only its forks' }),
  top_level: Type.Optional(
    Type.Boolean({ description: 'Whether to list runs without a parent run (true) or child runs only (false)' }),
  ),
};
const RunQuery = Type.Object(FILTERS);
const ProjectRunQuery = Type.Object({ ...FILTERS, task_agent_id: Type.Optional(Id) });

function toRunFilter(caller: Caller, agentId: string | undefined, query: Type.Static<typeof RunQuery>) {
  return {
    principal: caller,
    agentId,
    sessionId: query.session_id,
    isError: query.is_error,
    hadToolFail: {
      task: query.had_task_tool_fail,
      mcp: query.had_mcp_tool_fail,
      integration: query.had_integration_tool_fail,
    },
    status: query.status,
    createdAfter: parseQueryTimestamp('created_after', query.created_after),
    createdBefore: parseQueryTimestamp('created_before', query.created_before),
    minDurationMs: query.min_duration_ms,
    revisionId: query.task_agent_revision_id,
    triggerType: query.trigger_type,
    triggerId: query.trigger_id,
    parentRunId: query.parent_run_id,
    forkedFromRunId: query.forked_from_run_id,
    topLevel: query.top_level,
    feedback: toScoreFilter(query),
    chaosEnabled: query.chaos_enabled,
  };
}

const list = operation(
  {
    id: 'task_agent_run.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run',
    tag: 'Agent runs',
    summary: 'List runs of an agent',
    auth: { permission: 'task_agent:view' },
    request: { query: RunQuery, parents: { task_agent_id: agentWithDeleted } },
    response: { schemas: { 200: Envelope(AgentRun) } },
  },
  async ({ ctx, caller, query, params, page }) => {
    const filter = toRunFilter(caller, params.task_agent_id, query);
    return mapPage(await listAgentRuns(ctx.db, filter, page), toAgentRunRecord);
  },
);

const listAll = operation(
  {
    id: 'task_agent_run.list_project',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task_agent_run',
    tag: 'Agent runs',
    summary: 'List agent runs of a project',
    auth: { permission: 'task_agent:view', lists: 'task_agent' },
    request: { query: ProjectRunQuery },
    response: { schemas: { 200: Envelope(AgentRun) } },
  },
  async ({ ctx, caller, query, page }) => {
    const filter = toRunFilter(caller, query.task_agent_id, query);
    return mapPage(await listAgentRuns(ctx.db, filter, page), toAgentRunRecord);
  },
);

const read = operation(
  {
    id: 'task_agent_run.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}',
    tag: 'Agent runs',
    summary: 'Get an agent run',
    auth: { permission: 'task_agent:view' },
    response: { schemas: { 200: AgentRun } },
  },
  ({ parents }) => toAgentRunRecord(parents.run_id),
);

const resumeHeld = operation(
  {
    id: 'task_agent_run.resume',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/resume',
    tag: 'Agent runs',
    summary: 'Resume and follow an agent run',
    description: 'Resumes a held run. A message is stored for the next turn of a run that waits.',
    auth: { permission: 'task_agent:run' },
    request: {
      query: Type.Object(ERROR_EVENT),
      body: Type.Object({ message: Type.Optional(Nullable(NonBlankText(100_000))) }),
      bodyOptional: true,
      prefersWait: true,
      idempotent: true,
      example: { message: 'The key is valid again.' },
    },
    response: {
      schemas: { 200: AgentRun, 202: AgentRun },
      errors: { 402: START_ERRORS, 409: ['RUN_NOT_WAITING'] },
      headers: ['X-Task-Agent-Run-Id'],
    },
    stream: { events: RunStreamEvent, resumable: true },
    audit: { event: null, startedEvent: 'task_agent_run.resumed' },
  },
  (input) => {
    const run = input.parents.run_id;
    return resumeRun(input, run, async () => ({ after: run.event_seq, knownPause: run.event_seq }));
  },
);

const Effect = Type.Object(
  {
    tool_call_id: Id,
    tool_name: Type.String(),
    status: Type.String({ description: 'Status: `intended`, `sent`, `done`, `failed` or `unknown`' }),
    ...createMessageSchemas('detail', 'English text about why the effect has its status.'),
    attempts: Type.Integer({ description: 'Number of times the call was sent' }),
    request_digest: Type.String({ description: 'SHA-256 of the arguments that were sent' }),
    created: Timestamp,
    sent_at: Nullable(Timestamp),
    settled_at: Nullable(Timestamp),
  },
  { title: 'Effect' },
);

const effects = operation(
  {
    id: 'task_agent_run.effects',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/effects',
    tag: 'Agent runs',
    summary: 'List side effects of an agent run',
    auth: { permission: 'task_agent:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Effect) } },
  },
  ({ ctx, params, page }) => listEffects(ctx.db, params.run_id, page),
);

const file = operation(
  {
    id: 'task_agent_run.file',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/file/{file_name}',
    tag: 'Agent runs',
    summary: 'Download a file of an agent run',
    auth: { permission: 'task_agent:view' },
    request: { query: FileQuery },
    response: { schemas: FILE_RESPONSES },
  },
  ({ ctx, params, query, request, reply }) =>
    sendNamedFile(ctx, request, reply, params.run_id, params.file_name, query),
);

export const AGENT_RUN_OPERATIONS = [
  run,
  list,
  listAll,
  read,
  resumeHeld,
  effects,
  turnsOperation,
  file,
  cancelAgentRun,
];
