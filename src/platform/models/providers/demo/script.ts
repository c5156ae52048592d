import { parseJson } from '../../../json.ts';
import { extractAnswer, GROUNDED_ANSWER } from '../../grounded.ts';
import type { CallOptions } from '../../request.ts';
import { generateValue } from './values.ts';

type Message = CallOptions['prompt'][number];
type FunctionTool = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>;
type ToolResult = Extract<Extract<Message, { role: 'tool' }>['content'][number], { type: 'tool-result' }>;

/** Response of the demo model. */
export interface DemoReply {
  readonly text: string;
  readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[];
  /** Seconds to wait first, as the user asked. */
  readonly waitSeconds: number;
  /** Whether the text must stay valid JSON. */
  readonly json: boolean;
}

const MAX_WAIT_SECONDS = 600;
const MAX_RESULT_LENGTH = 1000;

/** Runs the script of docs/models.md: reports tool results, calls named tools, fills schemas, or echoes the message. */
export function createDemoReply(options: CallOptions): DemoReply {
  const userText = findLastUserText(options.prompt);
  const last = options.prompt.at(-1);
  const results = last?.role === 'tool' ? last.content.filter((part) => part.type === 'tool-result') : [];
  const toolCalls = results.length > 0 ? [] : listToolCalls(userText, options);
  const waitsAfterTools = /\bthen\s+wait\b/i.test(userText) && (results.length > 0 || toolCalls.length > 0);
  const waitSeconds = results.length > 0 === waitsAfterTools ? parseWaitSeconds(userText) : 0;
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
    return { text: JSON.stringify(extractAnswer(userText)), toolCalls, waitSeconds: 0, json: true };
  if (format?.type === 'json') {
    const value =
      format.schema === undefined
        ? { answer: userText }
        : generateValue(format.schema, { text: userText, fill: 'all' });
    return { text: JSON.stringify(value), toolCalls, waitSeconds, json: true };
  }
  const text = results.length > 0 ? results.map(formatResult).join(' ') : `You said: ${userText}`;
  return { text, toolCalls, waitSeconds, json: false };
}

/** Counts words, the tokens of the demo model. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Returns the text of a complete prompt. */
export function getPromptText(prompt: CallOptions['prompt']): string {
  return prompt.map(getMessageText).join('\n');
}

function findLastUserText(prompt: CallOptions['prompt']): string {
  const message = prompt.findLast((candidate) => candidate.role === 'user');
  if (!message) return '';
  const files = message.content.filter((part) => part.type === 'file').length;
  const text = message.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  return files === 0 ? text : `${text} (with ${files} file${files === 1 ? '' : 's'})`.trim();
}

function getMessageText(message: Message): string {
  if (message.role === 'system') return message.content;
  const texts = message.content.map((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return part.text;
    if (part.type === 'tool-call') return JSON.stringify(part.input);
    return part.type === 'tool-result' ? getResultText(part) : '';
  });
  return texts.join(' ');
}

function parseWaitSeconds(userText: string): number {
  const match = /\bwait\s+(?:for\s+)?(\d+(?:\.\d+)?)\s*(s|secs?|seconds?|m|mins?|minutes?)\b/i.exec(userText);
  if (!match) return 0;
  const seconds = Number(match[1]) * (match[2]?.toLowerCase().startsWith('m') ? 60 : 1);
  return Math.min(MAX_WAIT_SECONDS, seconds);
}

function listToolCalls(userText: string, { tools = [], toolChoice }: CallOptions): DemoReply['toolCalls'] {
  const offered = tools.filter((tool) => tool.type === 'function');
  if (offered.length === 0 || toolChoice?.type === 'none') return [];
  const allowed = toolChoice?.type === 'tool' ? offered.filter((tool) => tool.name === toolChoice.toolName) : offered;
  const mentioned = findMentions(userText, allowed);
  const forced = toolChoice?.type === 'tool' || toolChoice?.type === 'required' ? allowed.slice(0, 1) : [];
  return mentioned.length > 0
    ? mentioned
    : forced.map((tool) => ({ name: tool.name, input: generateArguments(tool, userText) }));
}

/** Finds each mention of a tool name, with the JSON object after it or generated arguments. */
function findMentions(userText: string, tools: readonly FunctionTool[]): { name: string; input: unknown }[] {
  const names = tools.map((tool) => tool.name).toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\w-])(?:${names.map(escapeToolName).join('|')})(?![\\w-])`, 'gi');
  const mentions: { name: string; input: unknown }[] = [];
  for (let match = pattern.exec(userText); match; match = pattern.exec(userText)) {
    const name = match[0].toLowerCase();
    const tool = tools.find((candidate) => candidate.name.toLowerCase() === name);
    if (!tool) continue;
    const json = readObject(userText, pattern.lastIndex);
    mentions.push({ name: tool.name, input: json ? json.value : generateArguments(tool, userText) });
    if (json) pattern.lastIndex = json.end;
  }
  return mentions;
}

/** Escapes a tool name for a regular expression. */
const escapeToolName = (name: string): string => name.replace(/[^\w-]/g, '\\$&');

function generateArguments(tool: FunctionTool, userText: string): unknown {
  const text = userText.replace(
    new RegExp(`\\b(?:please|use|using|call|with)\\b|${escapeToolName(tool.name)}`, 'gi'),
    ' ',
  );
  return generateValue(
    { type: 'object', ...tool.inputSchema },
    { text: text.replace(/\s+/g, ' ').trim(), fill: 'required' },
  );
}

/** Reads the JSON object at this position, after optional joining words. Returns undefined if there is none. */
function readObject(text: string, from: number): { value: unknown; end: number } | undefined {
  const start = from + (/^(?:[\s:(`]|with\b|arguments\b|args\b)*/i.exec(text.slice(from))?.[0].length ?? 0);
  if (text[start] !== '{') return undefined;
  let depth = 0;
  let isQuoted = false;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (isQuoted && char === '\\') index++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth++;
    else if (!isQuoted && char === '}') depth--;
    if (depth === 0) return parseObject(text.slice(start, index + 1), index + 1);
  }
  return undefined;
}

function parseObject(json: string, end: number): { value: unknown; end: number } | undefined {
  try {
    return { value: parseJson(json), end };
  } catch {
    return undefined;
  }
}

function formatResult(result: ToolResult): string {
  const text = getResultText(result);
  const shortened = text.length > MAX_RESULT_LENGTH ? `${text.slice(0, MAX_RESULT_LENGTH)}…` : text;
  switch (result.output.type) {
    case 'execution-denied':
      return `${result.toolName} was not run${shortened ? `: ${shortened}` : '.'}`;
    case 'error-text':
    case 'error-json':
      return `${result.toolName} failed: ${shortened}`;
    default:
      return `${result.toolName} returned: ${shortened}`;
  }
}

function getResultText({ output }: ToolResult): string {
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
