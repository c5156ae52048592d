import { readFileSync } from 'node:fs';
import { isRecord } from '../json-schema.ts';
import { defineSetting } from './setting.ts';

/** A program that serves the Model Context Protocol over standard input and output. */
export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  /** Its complete environment apart from PATH and its own folder. */
  readonly env: Readonly<Record<string, string>>;
}

const SERVER_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const SERVER_FIELDS = new Set(['command', 'args', 'env']);

/** MCP servers that the installation runs itself. Projects can use these and no other program. */
export const STDIO = {
  mcpStdioServers: defineSetting<Readonly<Record<string, StdioServer>>>(
    'MCP_STDIO_SERVERS',
    '',
    'MCP servers that projects may run as `stdio:<name>`: JSON or a JSON file, such as `{"files": {"command": "mcp-server-filesystem", "args": ["/srv/files"], "env": {}}}`',
    (text, reject) => {
      if (text === '') return {};
      const servers = parseServers(text.startsWith('{') ? text : readConfigFile(text, reject), reject);
      return Object.fromEntries(
        Object.entries(servers).map(([name, server]) => [name, parseServer(name, server, reject)]),
      );
    },
  ),
};

type Reject = (problem: string) => never;

function readConfigFile(file: string, reject: Reject): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return reject(`must be JSON or a JSON file; ${file} cannot be read`);
  }
}

function parseServers(text: string, reject: Reject): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Both cases have the same error.
  }
  return reject('must be a JSON object of servers by name');
}

function parseServer(name: string, server: unknown, reject: Reject): StdioServer {
  const fail = (problem: string): never => reject(`${name}: ${problem}`);
  if (!SERVER_NAME.test(name))
    return fail('a name consists of lowercase letters, digits, dots, hyphens and underscores');
  if (!isRecord(server)) return fail('must be an object with command, args and env');
  const unknown = Object.keys(server).find((field) => !SERVER_FIELDS.has(field));
  if (unknown !== undefined) return fail(`has an unknown field ${unknown}; valid are command, args and env`);
  const { command, args = [], env = {} } = server;
  if (typeof command !== 'string' || command === '') return fail('command must be the name or path of a program');
  if (!Array.isArray(args) || !args.every(isString)) return fail('args must be an array of strings');
  if (!isRecord(env) || !Object.values(env).every(isString)) return fail('env must be an object of strings');
  return { command, args, env: env as Record<string, string> };
}

const isString = (value: unknown): value is string => typeof value === 'string';
