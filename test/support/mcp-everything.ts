import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { killProgram } from './other-server.ts';

/** The reference MCP server as a separate process. */
export interface EverythingServer extends AsyncDisposable {
  readonly url: string;
}

const entry = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
/** Prints the actual port, because the server prints only the requested one. */
const PRINT_PORT_SCRIPT = `
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    this.once('listening', () => process.send?.(this.address().port));
    return listen.apply(this, args);
  };
  process.on('disconnect', () => process.exit());`;

/** Starts it on a free port. It exits with this process. */
export async function startEverythingServer(transport: 'streamableHttp' | 'sse'): Promise<EverythingServer> {
  const preload = `data:text/javascript,${encodeURIComponent(PRINT_PORT_SCRIPT)}`;
  const child = fork(entry, [transport], {
    execArgv: ['--import', preload],
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`,
    [Symbol.asyncDispose]: () => killProgram(child),
  };
}
