import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A stdio server that inspects its environment, and exits on request. */

const tool = (name: string) => ({ name, description: name, inputSchema: { type: 'object' } });

function attempt(read: () => string): string {
  try {
    return read();
  } catch (error) {
    return `refused: ${(error as NodeJS.ErrnoException).code}`;
  }
}

const TOOLS: Record<string, (args: Record<string, string>) => string> = {
  inspect: ({ folder = '/' }) =>
    JSON.stringify({
      environment: process.env,
      processes: attempt(() =>
        readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map((id) => attempt(() => readFileSync(`/proc/${id}/environ`, 'utf8')))
          .join('\n'),
      ),
      folder: attempt(() => readdirSync(folder).join()),
    }),
  crash: () => process.exit(3),
};

const say = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
process.stdout.write('This line is for people.\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === 'initialize') {
    const serverInfo = { name: 'odd', version: '1' };
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') say({ id, result: { tools: Object.keys(TOOLS).map(tool) } });
  else if (method === 'tools/call') {
    const text = TOOLS[params.name]?.(params.arguments ?? {}) ?? 'no such tool';
    say({ id, result: { content: [{ type: 'text', text }] } });
  } else say({ id, error: { code: -32601, message: 'Method not found' } });
}
