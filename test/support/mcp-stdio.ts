import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The folder that the files' server of a stack may read and write. */
export const filesFolder = (dataDir: string) => `${dataDir}-mcp-files`;

/** MCP servers that every process of a stack runs, as its setting has them: real ones, and one that does wrong. */
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
