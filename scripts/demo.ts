/**
 * `npm run demo`: plays the main job in the terminal. Starts the demo agent, prints its stream, asks y/n where a
 * person has to approve, and prints the rest. Killing the worker or the API in the middle only makes it pause.
 * Options: --yes or --no answers every question, words are another message.
 */
import { createInterface } from 'node:readline';
import { parseArgs, styleText } from 'node:util';
import { loadConfig } from '../src/platform/config.ts';
import { DEMO_MESSAGE, readDevFile } from '../src/platform/local/dev-file.ts';
import { AgentClient, type RunEvent } from './run-stream.ts';

/** Prints text so that every note begins on a line of its own, whatever the stream left open. */
class Page {
  #lineIsOpen = false;

  /** A piece of the model's answer. */
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

/** Gives the answers of whoever sits at the terminal, or the lines of a pipe. */
class Answers {
  readonly #fixed: string | undefined;
  #lines: AsyncIterator<string> | undefined;

  constructor(fixed: string | undefined) {
    this.#fixed = fixed;
  }

  /** The next answer; undefined when there will be none. */
  async next(): Promise<string | undefined> {
    if (this.#fixed) return this.#fixed;
    this.#lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const { value, done } = await this.#lines.next();
    return done ? undefined : value.trim().toLowerCase();
  }
}

async function decide(event: RunEvent, client: AgentClient, answers: Answers, page: Page): Promise<void> {
  const { tool_name, approval_request_id, expires_at } = event.data;
  const until = expires_at ? `, until ${expires_at}` : '';
  page.note(`  ? ${tool_name} ${JSON.stringify(event.data.arguments)} waits for your approval${until}`, 'yellow');
  while (true) {
    page.ask('    approve? [y/n] ');
    const answer = await answers.next();
    if (answer === undefined)
      throw new Error(`no answer on stdin: the run goes on waiting (approval request ${approval_request_id})`);
    if (!process.stdin.isTTY) page.text(answer);
    page.closeLine();
    if (!/^(y|yes|n|no)$/.test(answer)) continue;
    await client.decide(String(approval_request_id), answer.startsWith('y') ? 'approve' : 'reject');
    return;
  }
}

/** Prints what needs no answer. */
function show({ type, data }: RunEvent, page: Page): void {
  if (type === 'text') page.text(String(data.text));
  else if (type === 'done') page.note(`${data.status}: ${JSON.stringify(data.output)}`, 'bold');
  else if (type === 'error') page.note(`  ${data.reason}: ${data.message}`, 'red');
  else if (type.startsWith('tool_')) page.note(`  ${describe(type, data)}`, 'cyan');
  else page.note(`  ${describe(type, data)}`);
}

function describe(type: string, data: RunEvent['data']): string {
  switch (type) {
    case 'session_id':
      return `run ${data.run_id} in session ${data.session_id}`;
    case 'tool_call':
      return `→ ${data.tool_name} ${JSON.stringify(data.arguments)}`;
    case 'tool_result':
      return `← ${data.tool_name} ${data.outcome}: ${JSON.stringify(data.result)}`;
    case 'turn_restarted':
      return `turn ${data.turn} begins again (attempt ${data.attempt}); what it said so far is void`;
    default:
      return `${type} ${JSON.stringify(data)}`;
  }
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    options: { yes: { type: 'boolean' }, no: { type: 'boolean' } },
    allowPositionals: true,
  });
  const message = positionals.join(' ') || DEMO_MESSAGE;
  const page = new Page();
  const answers = new Answers(values.yes ? 'y' : values.no ? 'n' : undefined);
  const client = new AgentClient(readDevFile(loadConfig().dataDir), (line) => page.note(`  ${line}`, 'magenta'));
  page.note(`you: ${message}`, 'bold');
  let status: unknown;
  for await (const event of client.run(message)) {
    if (event.type === 'approval_required') await decide(event, client, answers, page);
    else show(event, page);
    if (event.type === 'done') status = event.data.status;
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
