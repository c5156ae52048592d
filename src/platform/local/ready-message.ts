import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { styleText } from 'node:util';
import { DEMO_MESSAGE, type DevFile, getDevFilePath, readDevFile } from './dev-file.ts';
import { isLocalUrl, toSignInUrl } from './sign-in-link.ts';
import type { StackAddresses } from './supervisor.ts';

const bold = (text: string) => styleText('bold', text, { stream: process.stdout });
const green = (text: string) => styleText('green', text, { stream: process.stdout });

/** Formats the message of a ready stack: URLs, location of the API key, and commands to try. */
export async function formatReadyMessage(stack: StackAddresses, durationMs: number): Promise<string> {
  const { publicUrl, dataDir } = stack.config;
  const lines = [
    bold(`Holdfast is ready, after ${(durationMs / 1000).toFixed(1)} s`),
    `  Console      ${publicUrl}`,
    `  API          ${publicUrl}/api/v1`,
    `  Reference    ${publicUrl}/docs`,
    `  Guide        ${publicUrl}/docs/guide`,
    ...(stack.temporalUi ? [`  Temporal UI  ${stack.temporalUi}`] : []),
  ];
  const file = shortenPath(getDevFilePath(dataDir));
  if (!existsSync(getDevFilePath(dataDir))) {
    return [...lines, `  API key      one of your own: this database was set up without ${file}`, ''].join('\n');
  }
  const dev = readDevFile(dataDir);
  lines.push(`  API key      ${stack.created ? dev.api_key : `${dev.api_key.slice(0, 6)}… (in ${file})`}`);
  if (stack.created) lines.push(`               shown only once, stored in ${file}`);
  lines.push(`  Sign in      ${dev.user_email}, password ${stack.created ? dev.user_password : `in ${file}`}`);
  return [...lines, '', ...(await formatCommands(stack, dev, file)), ...formatSignInLink(stack), ''].join('\n');
}

/** Returns the sign-in link of the owner if the console is local. It comes last, as the next step. */
function formatSignInLink({ config, signInLink }: StackAddresses): string[] {
  if (signInLink === undefined || !isLocalUrl(config.publicUrl)) return [];
  const link = toSignInUrl(config.publicUrl, signInLink);
  return [bold('Open the console; the link signs you in once, on this machine, within 15 minutes'), `  ${green(link)}`];
}

async function formatCommands(stack: StackAddresses, dev: DevFile, file: string): Promise<string[]> {
  const project = `/api/v1/org/${dev.org_id}/project/${dev.project_id}`;
  const task = `${project}/task/${dev.task_id}`;
  const response = await fetch(stack.api + task, { headers: { authorization: `Bearer ${dev.api_key}` } });
  if (!response.ok)
    return [`The demo task of ${file} cannot be read (${response.status}), so there are no commands to try.`];
  const input = JSON.stringify({ task_input: createSampleInput((await response.json()) as Task) });
  const message = JSON.stringify({ message: DEMO_MESSAGE });
  const { publicUrl } = stack.config;
  return [
    bold('Run the demo task'),
    green(formatCurl(`${publicUrl}${task}/run`, file, input)),
    bold('Stream the demo agent; it pauses for approval'),
    green(formatCurl(`${publicUrl}${project}/task-agent/${dev.agent_id}/run`, file, message, true)),
    bold('Stream, approve and see it finish, in the terminal'),
    green('npm run demo'),
  ];
}

/** The command reads the key from the file, so that the key appears in no shell history. */
function formatCurl(url: string, devFile: string, body: string, stream = false): string {
  const path = JSON.stringify(isAbsolute(devFile) ? devFile : `./${devFile}`);
  return [
    `curl ${stream ? '-N' : '-sS'} '${url}'`,
    `-H "Authorization: Bearer $(node -p 'require(${path}).api_key')"`,
    "-H 'Content-Type: application/json'",
    ...(stream ? ["-H 'Accept: text/event-stream'"] : []),
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
}

function shortenPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

/** Fields of a task that are read. */
interface Task {
  readonly revisions?: readonly { active: boolean; input_params: readonly (string | { name: string })[] }[];
}

/** Returns a value for each variable of the task's active revision. */
function createSampleInput(task: Task): Record<string, string> {
  const params = task.revisions?.find((revision) => revision.active)?.input_params ?? [];
  return Object.fromEntries(
    params.map((param) => [typeof param === 'string' ? param : param.name, 'durable execution']),
  );
}
