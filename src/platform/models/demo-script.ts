import { parseJson } from '../json.ts';
import { valueFor } from './demo-values.ts';
import { extract, GROUNDED_ANSWER } from './grounded.ts';
import type { CallOptions } from './request.ts';

type Message = CallOptions['prompt'][number];
type FunctionTool = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>;
type ToolResult = Extract<Extract<Message, { role: 'tool' }>['content'][number], { type: 'tool-result' }>;

/** What the demo model answers to one call. */
export interface DemoReply {
  readonly text: string;
  readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[];
  /** Seconds the user asked to wait first. */
  readonly waitSeconds: number;
  /** The text must stay valid JSON. */
  readonly json: boolean;
}

const LONGEST_WAIT_SECONDS = 600;
const LONGEST_RESULT = 1000;

/** The script of docs/models.md: tool results are reported, asked-for tools called, schemas filled, the rest echoed. */
export function demoReply(options: CallOptions): DemoReply {
  const said = lastUserText(options.prompt);
  const last = options.prompt.at(-1);
  const results = last?.role === 'tool' ? last.content.filter((part) => part.type === 'tool-result') : [];
  const waitSeconds = results.length > 0 ? 0 : waitOf(said);
  const toolCalls = results.length > 0 ? [] : callsFor(said, options);
  const format = options.responseFormat;
  if (toolCalls.length > 0) {
    return {
      text: `Calling ${toolCalls.map((call) => call.name).join(' and ')}.`,
      toolCalls,
      waitSeconds,
      json: false,
    };
  }
  if (format?.type === 'json' && format.name === GROUNDED_ANSWER)
    return { text: JSON.stringify(extract(said)), toolCalls, waitSeconds: 0, json: true };
  if (format?.type === 'json') {
    const value = format.schema === undefined ? { answer: said } : valueFor(format.schema, { text: said, fill: 'all' });
    return { text: JSON.stringify(value), toolCalls, waitSeconds, json: true };
  }
  const text = results.length > 0 ? results.map(report).join(' ') : `You said: ${said}`;
  return { text, toolCalls, waitSeconds, json: false };
}

/** Words of a text, the demo model's tokens. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** The text of a whole prompt. */
export function promptText(prompt: CallOptions['prompt']): string {
  return prompt.map(textOf).join('\n');
}

function lastUserText(prompt: CallOptions['prompt']): string {
  const message = prompt.findLast((candidate) => candidate.role === 'user');
  if (!message) return '';
  const files = message.content.filter((part) => part.type === 'file').length;
  const text = message.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  return files === 0 ? text : `${text} (with ${files} file${files === 1 ? '' : 's'})`.trim();
}

function textOf(message: Message): string {
  if (message.role === 'system') return message.content;
  const texts = message.content.map((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return part.text;
    if (part.type === 'tool-call') return JSON.stringify(part.input);
    return part.type === 'tool-result' ? resultText(part) : '';
  });
  return texts.join(' ');
}

function waitOf(said: string): number {
  const asked = /\bwait\s+(?:for\s+)?(\d+(?:\.\d+)?)\s*(s|secs?|seconds?|m|mins?|minutes?)\b/i.exec(said);
  if (!asked) return 0;
  const seconds = Number(asked[1]) * (asked[2]?.toLowerCase().startsWith('m') ? 60 : 1);
  return Math.min(LONGEST_WAIT_SECONDS, seconds);
}

function callsFor(said: string, { tools = [], toolChoice }: CallOptions): DemoReply['toolCalls'] {
  const offered = tools.filter((tool) => tool.type === 'function');
  if (offered.length === 0 || toolChoice?.type === 'none') return [];
  const allowed = toolChoice?.type === 'tool' ? offered.filter((tool) => tool.name === toolChoice.toolName) : offered;
  const asked = mentions(said, allowed);
  const forced = toolChoice?.type === 'tool' || toolChoice?.type === 'required' ? allowed.slice(0, 1) : [];
  return asked.length > 0 ? asked : forced.map((tool) => ({ name: tool.name, input: madeUp(tool, said) }));
}

/** Every mention of a tool's name, left to right, with the JSON object behind it or made-up arguments. */
function mentions(said: string, tools: readonly FunctionTool[]): { name: string; input: unknown }[] {
  const names = tools.map((tool) => tool.name).toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\w-])(?:${names.map(escaped).join('|')})(?![\\w-])`, 'gi');
  const found: { name: string; input: unknown }[] = [];
  for (let match = pattern.exec(said); match; match = pattern.exec(said)) {
    const name = match[0].toLowerCase();
    const tool = tools.find((candidate) => candidate.name.toLowerCase() === name);
    if (!tool) continue;
    const written = readObject(said, pattern.lastIndex);
    found.push({ name: tool.name, input: written ? written.value : madeUp(tool, said) });
    if (written) pattern.lastIndex = written.end;
  }
  return found;
}

/** A tool's name as a regular expression that matches just it. */
const escaped = (name: string): string => name.replace(/[^\w-]/g, '\\$&');

function madeUp(tool: FunctionTool, said: string): unknown {
  const text = said.replace(new RegExp(`\\b(?:please|use|using|call|with)\\b|${escaped(tool.name)}`, 'gi'), ' ');
  return valueFor(
    { type: 'object', ...tool.inputSchema },
    { text: text.replace(/\s+/g, ' ').trim(), fill: 'required' },
  );
}

/** The JSON object that follows, but for a few joining words, at this place; undefined where there is none. */
function readObject(text: string, from: number): { value: unknown; end: number } | undefined {
  const start = from + (/^(?:[\s:(`]|with\b|arguments\b|args\b)*/i.exec(text.slice(from))?.[0].length ?? 0);
  if (text[start] !== '{') return undefined;
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (quoted && char === '\\') at++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === '{') depth++;
    else if (!quoted && char === '}') depth--;
    if (depth === 0) return parsed(text.slice(start, at + 1), at + 1);
  }
  return undefined;
}

function parsed(json: string, end: number): { value: unknown; end: number } | undefined {
  try {
    return { value: parseJson(json), end };
  } catch {
    return undefined;
  }
}

function report(result: ToolResult): string {
  const text = resultText(result);
  const shown = text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}…` : text;
  switch (result.output.type) {
    case 'execution-denied':
      return `${result.toolName} was not run${shown ? `: ${shown}` : '.'}`;
    case 'error-text':
    case 'error-json':
      return `${result.toolName} failed: ${shown}`;
    default:
      return `${result.toolName} returned: ${shown}`;
  }
}

function resultText({ output }: ToolResult): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? '';
    case 'content':
      return output.value.map((item) => (item.type === 'text' ? item.text : `(${item.type})`)).join(' ');
  }
}
