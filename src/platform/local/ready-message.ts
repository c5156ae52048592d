import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { styleText } from 'node:util';
import { DEMO_MESSAGE, type DevFile, devFilePath, readDevFile } from './dev-file.ts';
import { isLocal, signInLinkUrl } from './sign-in-link.ts';
import type { StackAddresses } from './supervisor.ts';

const bold = (text: string) => styleText('bold', text, { stream: process.stdout });
const green = (text: string) => styleText('green', text, { stream: process.stdout });

/**
 * What a new user reads when the product is up: its addresses, where the key is, and three commands that work as they
 * stand.
 */
export async function readyMessage(stack: StackAddresses, tookMs: number): Promise<string> {
  const { publicUrl, dataDir } = stack.config;
  const lines = [
    bold(`Holdfast is ready, after ${(tookMs / 1000).toFixed(1)} s`),
    `  Console      ${publicUrl}`,
    `  API          ${publicUrl}/api/v1`,
    `  Reference    ${publicUrl}/docs`,
    ...(stack.temporalUi ? [`  Temporal UI  ${stack.temporalUi}`] : []),
  ];
  const file = shortPath(devFilePath(dataDir));
  if (!existsSync(devFilePath(dataDir))) {
    return [...lines, `  API key      one of your own: this database was set up without ${file}`, ''].join('\n');
  }
  const dev = readDevFile(dataDir);
  lines.push(`  API key      ${stack.created ? dev.api_key : `${dev.api_key.slice(0, 6)}… (in ${file})`}`);
  if (stack.created) lines.push(`               shown this once, kept in ${file}`);
  lines.push(`  Sign in      ${dev.user_email}, password ${stack.created ? dev.user_password : `in ${file}`}`);
  return [...lines, '', ...(await commands(stack, dev, file)), ...signInLines(stack), ''].join('\n');
}

/** The link that signs the owner in, where the console is reached at this machine. It comes last: it is what to do next. */
function signInLines({ config, signInLink }: StackAddresses): string[] {
  if (signInLink === undefined || !isLocal(config.publicUrl)) return [];
  const link = signInLinkUrl(config.publicUrl, signInLink);
  return [bold('Open the console; the link signs you in once, on this machine, within 15 minutes'), `  ${green(link)}`];
}

async function commands(stack: StackAddresses, dev: DevFile, file: string): Promise<string[]> {
  const project = `/api/v1/org/${dev.org_id}/project/${dev.project_id}`;
  const task = `${project}/task/${dev.task_id}`;
  const response = await fetch(stack.api + task, { headers: { authorization: `Bearer ${dev.api_key}` } });
  if (!response.ok)
    return [`The demo task of ${file} can't be read (${response.status}), so there are no commands to try.`];
  const input = JSON.stringify({ task_input: sampleInput((await response.json()) as Task) });
  const message = JSON.stringify({ message: DEMO_MESSAGE });
  const { publicUrl } = stack.config;
  return [
    bold('Run the demo task'),
    green(curl(`${publicUrl}${task}/run`, file, input)),
    bold('Stream the demo agent; it stops where a person has to approve'),
    green(curl(`${publicUrl}${project}/task-agent/${dev.agent_id}/run`, file, message, true)),
    bold('Stream, approve and see it finish, in the terminal'),
    green('npm run demo'),
  ];
}

/** The key is read from the file by the command itself, so that it lands in no scrollback and no shell history. */
function curl(address: string, devFile: string, body: string, stream = false): string {
  const path = JSON.stringify(isAbsolute(devFile) ? devFile : `./${devFile}`);
  return [
    `curl ${stream ? '-N' : '-sS'} '${address}'`,
    `-H "Authorization: Bearer $(node -p 'require(${path}).api_key')"`,
    "-H 'Content-Type: application/json'",
    ...(stream ? ["-H 'Accept: text/event-stream'"] : []),
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

/** What is read of a task. */
interface Task {
  readonly revisions?: readonly { active: boolean; input_params: readonly (string | { name: string })[] }[];
}

/** A value for every variable of the task's active revision. */
function sampleInput(task: Task): Record<string, string> {
  const params = task.revisions?.find((revision) => revision.active)?.input_params ?? [];
  return Object.fromEntries(
    params.map((param) => [typeof param === 'string' ? param : param.name, 'durable execution']),
  );
}
