/**
 * `npm run demo`: starts the demo agent, prints its stream, asks for approvals and prints the result. Survives a killed
 * worker or API. `--yes` and `--no` answer every question except about an effect. Other words are the message.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { parseArgs, styleText } from 'node:util';
import {
  type AgentPath,
  APPROVAL_REQUEST,
  approvalKind,
  good,
  Holdfast,
  runAgent,
  type Schemas,
} from '../client/index.ts';
import { loadConfig } from '../src/platform/config.ts';
import { DEMO_MESSAGE, readDevFile } from '../src/platform/local/dev-file.ts';
import { QUESTIONS, type Question } from './demo-questions.ts';

type RunEvent = Schemas['RunStreamEvent'];

/** Prints text so that every note starts on its own line. */
class Transcript {
  #lineIsOpen = false;

  /** Prints a part of the model's text. */
  text(delta: string): void {
    if (!delta) return;
    process.stdout.write(delta);
    this.#lineIsOpen = !delta.endsWith('\n');
  }

  note(line: string, format: Parameters<typeof styleText>[0] = 'dim'): void {
    this.closeLine();
    process.stdout.write(`${styleText(format, line)}\n`);
  }

  ask(question: string): void {
    this.closeLine();
    process.stdout.write(styleText('yellow', question));
    this.#lineIsOpen = true;
  }

  closeLine(): void {
    if (this.#lineIsOpen) process.stdout.write('\n');
    this.#lineIsOpen = false;
  }
}

/** Reads answers from the terminal or a pipe. */
class AnswerSource {
  readonly #fixed: string | undefined;
  #lines: AsyncIterator<string> | undefined;

  constructor(fixed: string | undefined) {
    this.#fixed = fixed;
  }

  /** Returns the next answer to a question; undefined without one. */
  async next({ allowsFixedAnswer }: Question): Promise<string | undefined> {
    if (this.#fixed && allowsFixedAnswer) return this.#fixed;
    this.#lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const { value, done } = await this.#lines.next();
    return done ? undefined : value.trim().toLowerCase();
  }
}

/** The demo agent and a client with many retries. */
interface Demo {
  readonly client: Holdfast;
  readonly agent: AgentPath;
}

async function decide(
  { data }: Schemas['RunStreamApprovalRequired'],
  demo: Demo,
  answers: AnswerSource,
  transcript: Transcript,
): Promise<void> {
  const { approval_request_id } = data;
  const question = QUESTIONS[approvalKind(data)];
  if (!question) throw new Error(`this demo does not know the question of approval request ${approval_request_id}`);
  transcript.note(`  ? ${question.describe(data)}`, 'yellow');
  while (true) {
    transcript.ask(`    ${question.prompt} `);
    const answer = await answers.next(question);
    if (answer === undefined)
      throw new Error(`no answer on stdin: the run goes on waiting (approval request ${approval_request_id})`);
    if (!process.stdin.isTTY) transcript.text(answer);
    transcript.closeLine();
    const decision = Object.hasOwn(question.answers, answer) ? question.answers[answer] : undefined;
    if (decision) return send(demo, approval_request_id, decision, transcript);
  }
}

/** Decides an approval request. Ignores one that another person has decided. */
async function send(
  { client, agent }: Demo,
  id: string,
  decision: 'approve' | 'reject',
  transcript: Transcript,
): Promise<void> {
  const params = {
    path: { ...agent, approval_request_id: id },
    header: { 'Idempotency-Key': randomUUID() },
  };
  const answer = await client.post(`${APPROVAL_REQUEST}/${decision}`, { params, body: {} });
  if (answer.status === 409) transcript.note(`  ${answer.data.detail.message}`, 'magenta');
  else good(answer);
}

/** Prints events that need no answer. */
function show(event: RunEvent, transcript: Transcript): void {
  if (event.event === 'text') transcript.text(event.data.text);
  else if (event.event === 'done')
    transcript.note(`${event.data.status}: ${JSON.stringify(event.data.output)}`, 'bold');
  else if (event.event === 'error') transcript.note(`  ${event.data.reason}: ${event.data.message}`, 'red');
  else if (event.event.startsWith('tool_')) transcript.note(`  ${describe(event)}`, 'cyan');
  else transcript.note(`  ${describe(event)}`);
}

function describe({ event, data }: RunEvent): string {
  switch (event) {
    case 'session_id':
      return `run ${data.run_id} in session ${data.session_id}`;
    case 'tool_call':
      return `→ ${data.tool_name} ${JSON.stringify(data.arguments)}`;
    case 'tool_result':
      return `← ${data.tool_name} ${data.outcome}: ${JSON.stringify(data.result)}`;
    case 'turn_restarted':
      return `turn ${data.turn} restarts (attempt ${data.attempt}); discard its output so far`;
    default:
      return `${event} ${JSON.stringify(data)}`;
  }
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    options: { yes: { type: 'boolean' }, no: { type: 'boolean' } },
    allowPositionals: true,
  });
  const message = positionals.join(' ') || DEMO_MESSAGE;
  const transcript = new Transcript();
  const answers = new AnswerSource(values.yes ? 'y' : values.no ? 'n' : undefined);
  const dev = readDevFile(loadConfig().dataDir);
  const say = (why: string) => transcript.note(`  the connection is lost (${why}); trying again`, 'magenta');
  const client = new Holdfast({ baseUrl: dev.base_url, key: dev.api_key, retries: Infinity, onRetry: say });
  const agent = { org_id: dev.org_id, project_id: dev.project_id, task_agent_id: dev.agent_id };
  transcript.note(`you: ${message}`, 'bold');
  let status: string | undefined;
  for await (const event of runAgent(client, agent, { message })) {
    if (event.event === 'approval_required') await decide(event, { client, agent }, answers, transcript);
    else show(event, transcript);
    if (event.event === 'done') status = event.data.status;
  }
  return status === 'completed';
}

main().then(
  (completed) => process.exit(completed ? 0 : 1),
  (error: Error) => {
    process.stderr.write(`\n${error.message}\n`);
    process.exit(1);
  },
);
