import { sql } from 'kysely';
import { type Db, openDatabase } from '../../src/platform/db/client.ts';
import type { DevFile } from '../../src/platform/local/dev-file.ts';
import {
  APPROVED_REFUND,
  DECLINED,
  EMAIL,
  QUESTIONS,
  REJECTED_REFUND,
  TASK_ANSWERS,
  WAITING_REFUNDS,
} from './conversations.ts';
import { TERMS, toDocumentForm } from './documents.ts';
import { ProjectClient } from './project-client.ts';

/** Model of the pictured agents and tasks, as in the models file. */
export const MODEL = 'atlas-large';

/** Number of rounds of runs before the pictured ones. */
const ROUNDS = 26;

/** Records whose screens are pictured. */
export interface PictureIds {
  readonly agent: string;
  readonly task: string;
  /** A run that was approved and has ended. */
  readonly run: string;
  /** The request that waits since last. */
  readonly request: string;
}

/** Fills the first project with a shop: agents, tasks, documents, and runs of two weeks. */
export async function seedProject(dev: DevFile, shopUrl: string, databaseUrl: string): Promise<PictureIds> {
  const client = new ProjectClient(dev);
  const db = openDatabase(databaseUrl, 1, () => undefined);
  try {
    await nameScopes(db, dev);
    const server = await connectShop(client, shopUrl);
    const collection = await uploadTerms(client);
    const { agent, researcher } = await createAgents(client, server, collection);
    const task = await createTask(client);
    await runRounds(client, agent, task);
    for (let n = 0; n < 2; n++) await client.post(`/task-agent/${researcher}/run`, { message: DECLINED });
    await spreadRuns(db);
    await createMeasures(client, task);
    return { agent, task, ...(await createDecisions(client, agent)) };
  } finally {
    await db.destroy();
  }
}

async function nameScopes(db: Db, { org_id, project_id }: DevFile): Promise<void> {
  await sql`update organizations set name = 'Northwind Audio' where id = ${org_id}`.execute(db);
  await sql`update projects set name = 'Support' where id = ${project_id}`.execute(db);
}

async function connectShop(client: ProjectClient, server_url: string): Promise<string> {
  const { id } = await client.post('/task_mcp_server', { name: 'Shop', server_url, enable_tools: true });
  for (const tool of await client.list(`/task_mcp_tool?task_mcp_server_id=${id}`))
    await client.post(`/task_mcp_tool/${tool.id}`, { enabled: true, read_only: tool.tool_name === 'find_order' });
  return id;
}

async function uploadTerms(client: ProjectClient): Promise<string> {
  const { id } = await client.post('/collection', { title: 'Shop policies' });
  const { documents } = await client.post<{ documents: readonly { id: string }[] }>(
    '/document/upload',
    toDocumentForm(TERMS, id),
  );
  for (const document of documents) await client.waitForStatus(`/document/${document.id}`, 'ready', 'failed');
  return id;
}

async function createAgents(client: ProjectClient, task_mcp_server_id: string, collection_id: string) {
  const rules = ['Look up the order before you answer.', 'Refund an order within 30 days, at most the amount paid.'];
  const toInstruction = (lines: readonly string[]) =>
    ['You help the support team of an online shop.', '', ...lines.map((line, index) => `${index + 1}. ${line}`)].join(
      '\n',
    );
  const { id: agent } = await client.post('/task-agent', {
    name: 'Refund clerk',
    description: 'Answers questions about orders and refunds them after an approval.',
    instruction: toInstruction(rules),
    llm_model_id: MODEL,
    tags: ['support'],
    builtin_tools: ['calculator', 'current_time'],
    mcp_servers: [{ task_mcp_server_id, allowed_tool_ids: null }],
    collections: [{ collection_id }],
    approval_policy: {
      default: 'destructive',
      rules: [
        { tool: 'shop__find_order', mode: 'never' },
        { tool: 'shop__create_refund', mode: 'always', expires_in: 'P2D' },
        { tool: 'shop__send_email', mode: 'always', expires_in: 'PT8H' },
      ],
    },
  });
  await client.post(`/task-agent/${agent}`, {
    instruction: toInstruction([...rules, 'Refund broken goods at any time within the warranty.']),
    change_description: 'Refund broken goods within the warranty',
  });
  const { id: researcher } = await client.post('/task-agent', {
    name: 'Market researcher',
    description: 'Answers questions from web pages and cites them.',
    instruction: 'Answer from sources only, and cite each.',
    llm_model_id: MODEL,
    tags: ['research'],
    builtin_tools: ['http_request', 'current_time'],
  });
  return { agent, researcher };
}

async function createTask(client: ProjectClient): Promise<string> {
  const { id } = await client.post('/task', {
    name: 'Support triage',
    description: 'Sorts a customer message by topic and urgency and drafts a reply.',
    enabled: true,
    llm_model_id: MODEL,
    tags: ['support'],
    system_prompt: 'You triage messages to the support team. Judge only what the message says.',
    user_prompt: 'Triage this message.\n\n<message>\n{message}\n</message>',
    output_modality: 'json',
    output_format: {
      topic: { type: 'string', options: ['billing', 'how_to', 'account', 'other'] },
      urgency: { type: 'string', options: ['low', 'normal', 'high'] },
      summary: { type: 'string' },
      reply: { type: 'string' },
    },
  });
  return id;
}

async function runRounds(client: ProjectClient, agent: string, task: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const { says } of QUESTIONS.slice(0, 1 + (round % 3)))
      await client.post(`/task-agent/${agent}/run`, { message: says });
    for (const { says } of TASK_ANSWERS.slice(0, 1 + ((round * 7) % 3)))
      await client.post(`/task/${task}/run`, { task_input: { message: says } });
  }
}

/** Starts runs that wait: one is approved, one is rejected, and the others go on waiting. */
async function createDecisions(client: ProjectClient, agent: string) {
  const run = async (message: string) => {
    const started = await client.post(`/task-agent/${agent}/run`, { message });
    return { started, request: await client.waitForRequest(started) };
  };
  const approved = await run(APPROVED_REFUND.says);
  const requests = `/task-agent/${agent}/approval-request`;
  await client.post(`${requests}/${approved.request.id}/approve`, { decision_note: 'The carrier confirmed the loss.' });
  const rejected = await run(REJECTED_REFUND.says);
  await client.post(`${requests}/${rejected.request.id}/reject`, { decision_note: 'Bought in August.' });
  await client.waitForStatus(`/task-agent/${agent}/run/${approved.started.id}`, 'completed');
  const waiting = [await run(EMAIL.says)];
  for (const { says } of WAITING_REFUNDS) waiting.push(await run(says));
  return { run: approved.started.id, request: waiting.at(-1)?.request.id ?? '' };
}

/** Adds an eval set with an eval, a schedule and a webhook. */
async function createMeasures(client: ProjectClient, task: string): Promise<void> {
  const cases = TASK_ANSWERS.map(({ says, answer }) => ({ task_input: { message: says }, expected: answer }));
  const { id } = await client.post(`/task/${task}/eval/set`, { name: 'Typical messages', task_run_ids: [], cases });
  await client.post(`/task/${task}/eval/run`, { eval_set_id: id });
  const target = { target_type: 'task', target_id: task };
  await client.post('/trigger/schedule', {
    ...target,
    name: 'Every weekday at 8',
    cron_expression: '0 8 * * 1-5',
    timezone: 'Europe/Berlin',
    task_input: { message: TASK_ANSWERS[1].says },
  });
  await client.post('/trigger/webhook', { ...target, name: 'Contact form', auth_method: 'bearer' });
}

/** Moves the finished runs into the last two weeks, so that charts and lists have a past. */
async function spreadRuns(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The report tables take a run when it ends.
    for (const table of ['report_pending', 'report_quarters', 'report_revisions'] as const)
      await sql`delete from ${sql.table(table)}`.execute(trx);
    for (const table of ['task_runs', 'agent_runs'] as const) {
      await sql`create temporary table shifted on commit drop as
        select id, completed, make_interval(mins => (row_number() over (order by id desc) * 313)::int) as shift
          from ${sql.table(table)} where completed is not null`.execute(trx);
      await sql`update ${sql.table(table)} r set created = r.created - shift, completed = null
        from shifted where shifted.id = r.id`.execute(trx);
      await sql`update ${sql.table(table)} r set completed = shifted.completed - shift
        from shifted where shifted.id = r.id`.execute(trx);
      await sql`drop table shifted`.execute(trx);
    }
  });
}
