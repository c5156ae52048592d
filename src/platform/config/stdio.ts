import { readFileSync } from 'node:fs';
import { isRecord } from '../json-schema.ts';
import { setting } from './setting.ts';

/** A program that speaks the Model Context Protocol over its standard input and output. */
export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  /** All of its environment besides where programs and its own folder are. */
  readonly env: Readonly<Record<string, string>>;
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const FIELDS = new Set(['command', 'args', 'env']);

/** MCP servers that the installation runs itself; projects may use those that are named here, and no other program. */
export const STDIO = {
  mcpStdioServers: setting<Readonly<Record<string, StdioServer>>>(
    'MCP_STDIO_SERVERS',
    '',
    'MCP servers that projects may have run as `stdio:<name>`: JSON, or a file of it, such as `{"files": {"command": "mcp-server-filesystem", "args": ["/srv/files"], "env": {}}}`',
    (given, refuse) => {
      if (given === '') return {};
      const servers = parsed(given.startsWith('{') ? given : contentOf(given, refuse), refuse);
      return Object.fromEntries(
        Object.entries(servers).map(([name, server]) => [name, serverIn(name, server, refuse)]),
      );
    },
  ),
};

type Refuse = (problem: string) => never;

function contentOf(file: string, refuse: Refuse): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return refuse(`must be JSON or a file of it; ${file} can't be read`);
  }
}

function parsed(text: string, refuse: Refuse): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // The same is wrong with both.
  }
  return refuse('must be a JSON object of servers by their names');
}

function serverIn(name: string, server: unknown, refuse: Refuse): StdioServer {
  const wrong = (problem: string): never => refuse(`${name}: ${problem}`);
  if (!NAME.test(name)) return wrong('a name has small letters, digits, dots and lines');
  if (!isRecord(server)) return wrong('must be an object with command, args and env');
  const unknown = Object.keys(server).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return wrong(`has ${unknown}, which is not known; there are command, args and env`);
  const { command, args = [], env = {} } = server;
  if (typeof command !== 'string' || command === '') return wrong('command must be the name or path of a program');
  if (!Array.isArray(args) || !args.every(isText)) return wrong('args must be a list of texts');
  if (!isRecord(env) || !Object.values(env).every(isText)) return wrong('env must be an object of texts');
  return { command, args, env: env as Record<string, string> };
}

const isText = (value: unknown): value is string => typeof value === 'string';
