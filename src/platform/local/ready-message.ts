import { isAbsolute, relative } from 'node:path';
import { styleText } from 'node:util';
import { DEMO_MESSAGE, type DevFile, devFilePath } from './dev-file.ts';
import type { StackAddresses } from './supervisor.ts';

/** What a new user reads when the product is up: its addresses, where the key is, and three commands that work as they stand. */
export async function readyMessage(stack: StackAddresses, dev: DevFile, tookMs: number): Promise<string> {
  const file = shortPath(devFilePath(stack.config.dataDir));
  const key = stack.created ? dev.api_key : `${dev.api_key.slice(0, 6)}… (in ${file})`;
  const title = (text: string) => styleText('bold', text, { stream: process.stdout });
  const command = (text: string) => styleText('green', text, { stream: process.stdout });
  const project = `${dev.base_url}/org/${dev.org_id}/project/${dev.project_id}`;
  const input = JSON.stringify({ task_input: await demoInput(`${project}/task/${dev.task_id}`, dev) });
  const lines = [
    title(`Holdfast is ready, after ${(tookMs / 1000).toFixed(1)} s`),
    `  API          ${dev.base_url}`,
    `  Reference    ${new URL(dev.base_url).origin}/docs`,
    ...(stack.temporalUi ? [`  Temporal UI  ${stack.temporalUi}`] : []),
    `  API key      ${key}`,
    ...(stack.created ? [`               shown this once, kept in ${file}`] : []),
    '',
    title('Run the demo task'),
    command(curl(`${project}/task/${dev.task_id}/run`, file, input)),
    title('Stream the demo agent; it stops where a person has to approve'),
    command(curl(`${project}/task-agent/${dev.agent_id}/run`, file, JSON.stringify({ message: DEMO_MESSAGE }), true)),
    title('Stream, approve and see it finish, in the terminal'),
    command('npm run demo'),
    '',
  ];
  return lines.join('\n');
}

/** The key is read from the file by the command itself, so that it lands in no scrollback and no shell history. */
function curl(address: string, devFile: string, body: string, stream = false): string {
  const key = `$(node -p 'require(${JSON.stringify(isAbsolute(devFile) ? devFile : `./${devFile}`)}).api_key')`;
  return [
    `curl ${stream ? '-N' : '-sS'} '${address}'`,
    `-H "Authorization: Bearer ${key}"`,
    "-H 'Content-Type: application/json'",
    ...(stream ? ["-H 'Accept: text/event-stream'"] : []),
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

/** A value for every variable of the demo task. */
async function demoInput(task: string, dev: DevFile): Promise<Record<string, string>> {
  const response = await fetch(task, { headers: { authorization: `Bearer ${dev.api_key}` } });
  if (!response.ok) throw new Error(`the demo task can't be read: ${task} answered ${response.status}`);
  const { revisions = [] } = (await response.json()) as {
    revisions?: { active: boolean; input_params: (string | { name: string })[] }[];
  };
  const params = revisions.find((revision) => revision.active)?.input_params ?? [];
  return Object.fromEntries(
    params.map((param) => [typeof param === 'string' ? param : param.name, 'durable execution']),
  );
}
