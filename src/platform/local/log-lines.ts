import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';

/** Prefix color of each process. */
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

/** Names of processes whose lines are printed. */
export type LogName = keyof typeof COLORS;

const PREFIX_WIDTH = Math.max(...Object.keys(COLORS).map((name) => name.length));

/** Prints the lines of one process with its name as prefix. JSON log records become readable text. */
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

/** Returns the `msg` of a JSON log record, or the complete line. */
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
