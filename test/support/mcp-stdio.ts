import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Returns the folder of the stack's file server. */
export const filesFolder = (dataDir: string) => `${dataDir}-mcp-files`;

/** Returns the stdio servers of a stack: real ones, and one that misbehaves. */
export function stdioServers(dataDir: string): string {
  const node = (program: string, args: readonly string[] = [], env: Record<string, string> = {}) => ({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', program, ...args],
    env,
  });
  const folder = filesFolder(dataDir);
  return JSON.stringify({
    everything: node(resolve('@modelcontextprotocol/server-everything/dist/index.js'), ['stdio']),
    filesystem: node(resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), [folder]),
    memory: node(resolve('@modelcontextprotocol/server-memory/dist/index.js'), [], {
      MEMORY_FILE_PATH: `${folder}/memory.jsonl`,
    }),
    fastmcp: node(here('./fastmcp-server.ts')),
    odd: node(here('./odd-stdio-server.ts'), [], { GIVEN: 'to the server' }),
    missing: { command: '/no/such/program' },
  });
}
