import { sayDecimal } from '../../lib/numbers.ts';
import { apart } from '../../lib/visible.ts';
import { w } from '../../words/index.ts';
import type { Approval } from './queries.ts';

type Asked = Pick<Approval, 'kind' | 'tool_name' | 'tool_type' | 'arguments'>;
type Values = Readonly<Record<string, unknown>>;

/** Arguments that a sentence names of a tool it knows nothing of, and how much of each. */
const MOST_NAMED = 3;
const MOST_OF_VALUE = 60;

/** What is asked for in one plain sentence, put together by rule from what will be sent, never by a model. */
export function sentenceOf({ kind, tool_name: tool, tool_type: type, arguments: given }: Asked): string {
  const values = given !== null && typeof given === 'object' ? (given as Values) : {};
  if (kind === 'budget') return w.approvals.says.budget(amount(values.credits ?? values.amount ?? values.max_credits));
  const plain = callOf(tool, type, values);
  return kind === 'confirm_effect' ? w.approvals.says.confirm(plain) : plain;
}

function callOf(tool: string, type: string, values: Values): string {
  if (type === 'builtin' && tool === 'http_request') return requestOf(values);
  const name = apart(tool);
  if (type === 'task') return w.approvals.says.task(name, named(values));
  if (type === 'agent') return w.approvals.says.agent(name, named(values));
  return w.approvals.says.call(name, named(values));
}

function requestOf({ method = 'GET', url = '' }: Values): string {
  const target = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  const where = target ? `${target.host}${target.pathname}` : String(url);
  return w.approvals.says.request(apart(String(method).toUpperCase()), apart(where));
}

function amount(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? sayDecimal(String(value)) : '';
}

/** The first arguments that are short enough to be said. */
function named(values: Values): string {
  const short = Object.entries(values).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return short
    .slice(0, MOST_NAMED)
    .map(([name, value]) => {
      const said = apart(cut(String(value)));
      return `${apart(name)} ${typeof value === 'string' ? w.ui.quoted(said) : said}`;
    })
    .join(', ');
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MOST_OF_VALUE ? `${line.slice(0, MOST_OF_VALUE)}…` : line;
}
