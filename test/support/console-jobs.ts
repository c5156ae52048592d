import { randomUUID } from 'node:crypto';
import { makeAgent, makeTask, play } from './agents.ts';
import type { Tenant, World } from './client.ts';
import type { ConsoleInput } from './console-input.ts';
import { addCollection } from './knowledge.ts';
import { toKnowledgeAnswer } from './library.ts';
import { get, startScene, sum } from './scene.ts';

/** Data of a job. */
interface JobContext {
  readonly world: World;
  readonly tenant: Tenant;
  /** Address of an MCP server. */
  readonly mcpUrl: string;
}

/** A user's job in the console. */
interface ConsoleJob {
  readonly name: string;
  /** Creates the data of the job. Returns its steps, which start at the home screen and end with the visible effect. */
  readonly prepare: (context: JobContext) => Promise<(input: ConsoleInput) => Promise<void>>;
}

const decisionJobs: readonly ConsoleJob[] = [
  {
    name: 'Approve a tool call',
    async prepare({ world, tenant }) {
      await startScene(world, tenant, [sum('6*7')]);
      return async (input) => {
        const { page } = input;
        await input.openRow(page.getByRole('link', { name: 'Call calculator with expression “6*7”' }));
        await input.press(page.getByRole('button', { name: 'Approve', exact: true }), 'a');
        await page.getByRole('region', { name: 'Receipt' }).getByText('succeeded').waitFor();
      };
    },
  },
  {
    name: 'Reject a tool call with a reason',
    async prepare({ world, tenant }) {
      await startScene(world, tenant, [sum('8*8')]);
      return async (input) => {
        const { page } = input;
        await input.openRow(page.getByRole('link', { name: 'Call calculator with expression “8*8”' }));
        await input.press(page.getByRole('button', { name: 'Reject…' }), 'r');
        await input.fill(page.getByLabel('Reason'), 'Not this quarter');
        await input.press(page.getByRole('button', { name: /^Reject/ }), 'Control+Enter');
        await page.getByRole('region', { name: 'Receipt' }).getByText('Not this quarter', { exact: true }).waitFor();
      };
    },
  },
];

const runJobs: readonly ConsoleJob[] = [
  {
    name: 'Find why a run failed',
    async prepare({ world, tenant }) {
      const { message } = await play(world, [{ status: 400, body: { error: { message: 'the image is broken' } } }]);
      const agent = await makeAgent(tenant, { name: 'Failing agent' });
      await agent.run(message);
      return async (input) => {
        const { page } = input;
        const failed = page.getByRole('region', { name: 'Failed and paused runs, last 7 days' });
        await input.openRow(
          failed.getByRole('listitem').filter({ hasText: 'Failing agent' }).getByRole('link').first(),
        );
        await page.getByRole('heading', { name: 'Failing agent' }).waitFor();
        const reason = page.getByRole('alert');
        await reason.getByText('the image is broken').first().waitFor();
        await reason.getByRole('link', { name: 'Edit and test' }).waitFor();
      };
    },
  },
  {
    name: 'Cancel a run',
    async prepare({ world, tenant }) {
      await startScene(world, tenant, [sum('1+1')], { fields: { name: 'Runaway' } });
      return async (input) => {
        const { page } = input;
        await input.openScreen('Runs');
        await input.openRow(page.getByRole('link', { name: 'Runaway' }));
        await input.press(page.getByRole('button', { name: 'Cancel…' }));
        await input.press(page.getByRole('button', { name: 'Cancel run' }));
        await page.getByRole('dialog', { name: 'Cancellation receipt' }).getByText('Not executed').waitFor();
      };
    },
  },
];

const buildJobs: readonly ConsoleJob[] = [
  {
    name: 'Create an agent with a tool and try it',
    async prepare({ world, tenant }) {
      // A new agent has the model of the newest one.
      await makeAgent(tenant, { name: 'Older agent' });
      const call = get(`${world.stack.baseUrl}/-/health`);
      const { message } = await play(world, [{ tool_calls: [call] }, { text: 'The product is live.' }]);
      return async (input) => {
        const { page } = input;
        await input.openScreen('Agents');
        await input.press(page.getByRole('link', { name: 'Create agent' }));
        await input.fill(page.getByLabel('Name', { exact: true }), 'Watcher');
        await input.fill(page.getByRole('textbox', { name: 'Instructions' }), 'Check what is live.');
        await input.press(page.getByRole('button', { name: 'http_request', exact: true }));
        await input.press(page.getByRole('button', { name: 'Create agent' }), 'Control+Enter');
        const playground = page.getByRole('region', { name: 'Playground' });
        await input.fill(playground.getByRole('textbox', { name: 'Message' }), message);
        await input.press(playground.getByRole('button', { name: 'Send' }), 'Enter');
        await playground.getByText('The product is live.').waitFor();
      };
    },
  },
  {
    name: 'Compare two revisions',
    async prepare({ tenant }) {
      const agent = await makeAgent(tenant, { name: 'Revised' });
      await tenant.owner.post(agent.path, { instruction: 'Answer in one line.' });
      return async (input) => {
        const { page } = input;
        await input.openSubject('Agents', 'Revised');
        await input.press(page.getByRole('link', { name: 'Revisions' }));
        await page.getByRole('figure', { name: 'Instructions' }).getByText('Answer in one line.').waitFor();
      };
    },
  },
  {
    name: 'Add a document and ask about it',
    async prepare({ world, tenant }) {
      const key = randomUUID();
      await addCollection(world, tenant, 'Terms of sale');
      await world.model.script(key, [toKnowledgeAnswer('Within 14 days.', ['p1', 'returned within 14 days'])], {
        by: 'call',
      });
      const text = `# Returns\n\nGoods may be returned within 14 days. ${world.model.marker(key)}`;
      return async (input) => {
        const { page } = input;
        await input.openScreen('Knowledge');
        await input.openRow(page.getByRole('link', { name: 'Terms of sale' }));
        const file = { name: 'terms.md', mimeType: 'text/markdown', buffer: Buffer.from(text) };
        await input.upload(page.getByLabel('Select files'), file);
        await page.getByRole('row').filter({ hasText: 'terms' }).getByText('Ready').waitFor();
        await input.fill(page.getByLabel('Question'), 'How long may goods be returned?');
        await input.press(page.getByRole('button', { name: 'Ask', exact: true }), 'Control+Enter');
        await page.getByText('Citations', { exact: true }).waitFor();
      };
    },
  },
  {
    name: 'Connect an MCP server',
    async prepare({ mcpUrl }) {
      return async (input) => {
        const { page } = input;
        await input.openScreen('Connections');
        await input.press(page.getByRole('link', { name: 'Create connection' }));
        await input.press(page.getByRole('link', { name: 'MCP server' }));
        await input.fill(page.getByLabel('URL'), mcpUrl);
        await input.fill(page.getByLabel('Name'), 'Tools');
        await input.press(page.getByRole('button', { name: 'Load tools' }), 'Enter');
        await input.press(page.getByRole('button', { name: 'Connect', exact: true }), 'Enter');
        await page.getByRole('table', { name: 'Tools' }).getByText('Allowed').waitFor();
      };
    },
  },
  {
    name: 'Schedule a task',
    async prepare({ tenant }) {
      await makeTask(tenant, { name: 'Morning summary', user_prompt: 'Summarize the news.' });
      return async (input) => {
        const { page } = input;
        await input.openScreen('Triggers');
        await input.press(page.getByRole('button', { name: 'Create schedule' }));
        const dialog = page.getByRole('dialog');
        await input.fill(dialog.getByLabel('Name'), 'Weekdays at 7');
        await input.select(dialog.getByLabel('Target', { exact: true }), 'Morning summary');
        await input.press(dialog.getByRole('button', { name: 'Create schedule' }), 'Control+Enter');
        await page.getByRole('heading', { name: 'Weekdays at 7' }).waitFor();
      };
    },
  },
];

const sharingJobs: readonly ConsoleJob[] = [
  {
    name: 'Share a task by a link',
    async prepare({ tenant }) {
      await makeTask(tenant, { name: 'Shared task' });
      return async (input) => {
        const { page } = input;
        await input.openSubject('Tasks', 'Shared task');
        await input.press(page.getByRole('link', { name: 'Share links' }));
        await input.press(page.getByRole('button', { name: 'Create share link' }));
        const dialog = page.getByRole('dialog');
        await input.press(dialog.getByRole('button', { name: 'Create share link' }), 'Enter');
        await dialog.getByRole('button', { name: 'Done' }).waitFor();
      };
    },
  },
  {
    name: 'Invite a user',
    async prepare() {
      return async (input) => {
        const { page } = input;
        const email = `${randomUUID()}@example.com`;
        await input.openScreen('Members');
        await input.press(page.getByRole('link', { name: 'Invites' }));
        await input.press(page.getByRole('button', { name: 'Invite user' }));
        const dialog = page.getByRole('dialog');
        await input.fill(dialog.getByLabel('Email address'), email);
        await input.press(dialog.getByRole('button', { name: 'Send invite' }), 'Enter');
        await page.getByRole('row').filter({ hasText: email }).waitFor();
      };
    },
  },
  {
    name: 'Add the key of a model provider',
    async prepare({ tenant }) {
      await tenant.owner.delete('/model_key/OPENAI_API_KEY');
      return async (input) => {
        const { page } = input;
        await input.openSettings('Models');
        await input.press(page.getByRole('button', { name: 'Add key for OpenAI' }));
        const dialog = page.getByRole('dialog');
        await input.fill(dialog.getByLabel('Key', { exact: true }), 'sk-pasted-key-1a2b');
        await input.press(dialog.getByRole('button', { name: 'Add key' }), 'Enter');
        await page.getByRole('button', { name: 'Replace key for OpenAI' }).waitFor();
      };
    },
  },
];

const reportJobs: readonly ConsoleJob[] = [
  {
    name: 'See what runs cost',
    prepare: async () => async (input) => {
      await input.openScreen('Reports');
      await input.page.getByRole('table').first().waitFor();
    },
  },
  {
    name: 'Export the costs as CSV',
    prepare: async () => async (input) => {
      const { page } = input;
      await input.openScreen('Reports');
      const saved = page.waitForEvent('download');
      await input.press(page.getByRole('button', { name: 'Download CSV' }));
      await saved;
    },
  },
  {
    name: 'Look up an audit event',
    async prepare({ tenant }) {
      await tenant.owner.post(`${tenant.project}/collection`, { title: 'Audited' });
      return async (input) => {
        const { page } = input;
        await input.openScreen('Audit log');
        await input.fill(page.getByLabel('Event type'), 'collection.created');
        await input.press(page.getByRole('button', { name: 'Filter' }));
        await page.waitForURL(/event_type=collection\.created/);
        await input.openRow(page.getByRole('link', { name: 'Details:' }).first());
        await page.getByRole('dialog').getByText('Changes').waitFor();
      };
    },
  },
];

/** The frequent jobs of builders, approvers and administrators. */
export const CONSOLE_JOBS: readonly ConsoleJob[] = [
  ...decisionJobs,
  ...runJobs,
  ...buildJobs,
  ...sharingJobs,
  ...reportJobs,
];
