// A program that uses only the typed client: no types of the product, and no cast.
import { Holdfast, ok } from 'holdfast-client';

const [baseUrl = '', key = '', orgId = '', projectId = '', message = ''] = process.argv.slice(2);
const client = new Holdfast({ baseUrl, key });
const project = { org_id: orgId, project_id: projectId };

const AGENTS = '/api/v1/org/{org_id}/project/{project_id}/task-agent';
const AGENT = `${AGENTS}/{task_agent_id}` as const;
const REQUEST = `${AGENT}/approval-request/{approval_request_id}` as const;

const agent = await ok(
  client.post(AGENTS, {
    params: { path: project },
    body: {
      name: 'Driven',
      instruction: 'Help.',
      llm_model_id: 'scripted',
      builtin_tools: ['calculator'],
      approval_policy: { rules: [{ tool: 'calculator', mode: 'always' }] },
    },
  }),
);
const path = { ...project, task_agent_id: agent.id };
const start = { params: { path, header: { 'Idempotency-Key': crypto.randomUUID() } }, body: { message } };
const begun = await ok(client.post(`${AGENT}/run`, start));
const waiting: string | undefined = begun.waiting_for?.kind;

const query = { run_id: begun.id, status: 'pending' } as const;
const queue = await ok(client.get(`${AGENT}/approval-request`, { params: { path, query } }));
const [request] = queue.results;
if (request === undefined || !request.can_decide.allowed) throw new Error('nothing to decide');
const params = { path: { ...path, approval_request_id: request.id } };
const approved = await ok(
  client.post(`${REQUEST}/approve`, {
    params,
    body: { decision_note: 'checked', arguments_digest: request.arguments_digest },
  }),
);

const again = await client.post(`${REQUEST}/reject`, { params, body: {} });
if (again.status !== 409) throw new Error(`decided twice: ${again.status}`);
const { reason } = again.data.detail;
// @ts-expect-error: the reason is not declared, and the types list all of them
if (reason === 'SESSION_BUSY') throw new Error('another reason');

const ended = await ok(client.post(`${REQUEST}/resume`, { params, body: {} }));
const repeated = await ok(client.post(`${AGENT}/run`, start));
const run = { path: { ...path, run_id: begun.id } };
const events = await client.get(`${AGENT}/run/{run_id}/events`, { params: run });
if (events.status !== 200) throw new Error(`no events: ${events.status}`);
const asked = events.data.events.find((event) => event.approval_request_id === request.id);

const streamed: string[] = [];
for await (const event of client.follow(`${AGENT}/run/{run_id}/events`, { params: run })) {
  if (event.event === 'approval_required' && event.data.approval_request_id === request.id) streamed.push(event.event);
  if (event.event === 'done' && event.data.output === ended.output) streamed.push(event.event);
  // @ts-expect-error: the types list every kind of event
  if (event.event === 'task_run') throw new Error('an event of another stream');
}
const runs: string[] = [];
for await (const one of client.pages(`${AGENT}/run`, { params: { path } })) runs.push(one.id);

const seen = {
  waiting,
  approved: approved.status,
  decisions: approved.decisions.map((decision) => decision.note),
  reason,
  output: ended.output,
  tokens: ended.total_tokens + 0,
  same: repeated.id === begun.id,
  asked: asked?.event_type,
  streamed,
  listed: runs.includes(begun.id),
};
process.stdout.write(JSON.stringify(seen));
