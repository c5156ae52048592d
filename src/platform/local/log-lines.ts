import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';

/** Colours of the prefixes; each process has its own, so that the eye finds its lines. */
const COLORS = {
  holdfast: 'bold',
  postgres: 'blue',
  temporal: 'magenta',
  console: 'green',
  bootstrap: 'gray',
  worker: 'yellow',
  api: 'cyan',
  serve: 'cyan',
} as const;

/** Names of the processes whose lines are shown. */
export type LogName = keyof typeof COLORS;

const PREFIX_WIDTH = Math.max(...Object.keys(COLORS).map((name) => name.length));

/**
 * Shows the lines of one process: JSON log records as readable text, everything else as it is, each with the process's
 * name before it.
 */
export function createLinePrinter(name: LogName, out: NodeJS.WriteStream = process.stdout): (line: string) => void {
  const prefix = styleText(COLORS[name], `${name.padEnd(PREFIX_WIDTH)} |`, { stream: out });
  const pretty = prettyFactory({
    colorize: out.isTTY === true && out.hasColors(),
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,name',
    singleLine: true,
  });
  return (line) => {
    const text = isLogRecord(line) ? pretty(line) : line;
    for (const part of text.split('\n')) if (part.trim()) out.write(`${prefix} ${part}\n`);
  };
}

/** The message of a line: of a JSON log record its `msg`, of any other line all of it. */
export function getLogMessage(line: string): string {
  if (!isLogRecord(line)) return line;
  const { msg } = JSON.parse(line) as { msg?: unknown };
  return typeof msg === 'string' ? msg : line;
}

function isLogRecord(line: string): boolean {
  if (!line.startsWith('{') || !line.endsWith('}')) return false;
  try {
    return 'level' in (JSON.parse(line) as object);
  } catch {
    return false;
  }
}
