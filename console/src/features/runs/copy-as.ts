import type { RunAddress } from './use-run-steps.ts';

/** Languages in which a call is copied. */
export const CALL_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type CallLanguage = (typeof CALL_LANGUAGES)[number];

/** Quotes a text for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a call that starts a run with a message, as code. The key comes from the environment. */
export function formatCall(language: CallLanguage, address: Omit<RunAddress, 'run_id'>, message: string): string {
  const { org_id, project_id, task_agent_id } = address;
  const path = `/api/v1/org/${org_id}/project/${project_id}/task-agent/${task_agent_id}/run`;
  const body = { message };
  if (language === 'curl')
    return [
      `curl -sS ${quoteForShell(location.origin + path)} \\`,
      `  -H "Authorization: Bearer $HOLDFAST_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${quoteForShell(JSON.stringify(body))}`,
    ].join('\n');
  if (language === 'Python')
    return [
      'import os, requests',
      '',
      'response = requests.post(',
      `    ${JSON.stringify(location.origin + path)},`,
      '    headers={"Authorization": f"Bearer {os.environ[\'HOLDFAST_KEY\']}"},',
      `    json=${JSON.stringify(body)},`,
      ')',
      'response.raise_for_status()',
      'print(response.json()["output"])',
    ].join('\n');
  return [
    "import { Holdfast, runAgent } from 'holdfast-client';",
    '',
    `const client = new Holdfast({ baseUrl: ${JSON.stringify(location.origin)}, key: process.env.HOLDFAST_KEY });`,
    `const agent = ${JSON.stringify({ org_id, project_id, task_agent_id })};`,
    `for await (const event of runAgent(client, agent, ${JSON.stringify(body)}))`,
    "  if (event.event === 'text') process.stdout.write(event.data.text);",
  ].join('\n');
}
