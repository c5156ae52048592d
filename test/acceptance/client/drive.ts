// What a stranger writes who has nothing but a client made from the OpenAPI document: no types of ours, and no cast.
import { ok } from '@oazapfts/runtime';
import * as api from './client.ts';

const [baseUrl = '', key = '', orgId = '', projectId = '', message = ''] = process.argv.slice(2);
api.defaults.baseUrl = baseUrl;
api.defaults.headers = { authorization: `Bearer ${key}` };

const agent = await ok(
  api.taskAgentCreate(orgId, projectId, {
    name: 'Driven',
    instruction: 'Help.',
    llm_model_id: 'scripted',
    builtin_tools: ['calculator'],
    approval_policy: { rules: [{ tool: 'calculator', mode: 'always' }] },
  }),
);
const idempotencyKey = crypto.randomUUID();
const begun = await ok(api.taskAgentRunCreate(orgId, projectId, agent.id, { message }, { idempotencyKey }));
const waiting: string | undefined = begun.waiting_for?.kind;

const queue = await ok(api.approvalRequestList(orgId, projectId, agent.id, { runId: begun.id, status: 'pending' }));
const [request] = queue.results;
if (request === undefined || !request.can_decide.allowed) throw new Error('nothing to decide');
const approved = await ok(
  api.approvalRequestApprove(orgId, projectId, agent.id, request.id, {
    decision_note: 'checked',
    arguments_digest: request.arguments_digest,
  }),
);

const again = await api.approvalRequestReject(orgId, projectId, agent.id, request.id, {});
if (again.status !== 409) throw new Error(`decided twice: ${again.status}`);
const { reason } = again.data.detail;
// @ts-expect-error: no such reason is declared, and the compiler knows them all
if (reason === 'SESSION_BUSY') throw new Error('another reason');

const ended = await ok(api.approvalRequestResume(orgId, projectId, agent.id, request.id, {}));
const repeated = await ok(api.taskAgentRunCreate(orgId, projectId, agent.id, { message }, { idempotencyKey }));
const told = await api.taskAgentRunEvents(orgId, projectId, agent.id, begun.id);
if (told.status !== 200) throw new Error(`no events: ${told.status}`);
const asked = told.data.events.find((event) => event.approval_request_id === request.id);

const seen = {
  waiting,
  approved: approved.status,
  decisions: approved.decisions.map((decision) => decision.note),
  reason,
  output: ended.output,
  tokens: ended.total_tokens + 0,
  same: repeated.id === begun.id,
  asked: asked?.event_type,
};
process.stdout.write(JSON.stringify(seen));
