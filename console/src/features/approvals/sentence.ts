import { isolateText, truncateText } from '../../lib/hidden-text.ts';
import { formatDecimal } from '../../lib/numbers.ts';
import { w } from '../../words/index.ts';
import { type Asked, kindOf } from './kinds.ts';

type Values = Readonly<Record<string, unknown>>;

/** Arguments that a sentence names of a tool it knows nothing of, and how much of each. */
const MOST_NAMED = 3;
const MOST_OF_VALUE = 60;

/** What is asked for in one plain sentence, put together by rule from what will be sent, never by a model. */
export function sentenceOf(asked: Asked): string {
  const values = valuesOf(asked);
  const credits = amount(values.credits ?? values.amount ?? values.max_credits);
  return kindOf(asked).sentence(callOf(asked), credits);
}

/** The call that a request is about, in one sentence that asks nothing. */
export function callOf(asked: Asked): string {
  const { tool_name: tool, tool_type: type } = asked;
  const values = valuesOf(asked);
  if (type === 'builtin' && tool === 'http_request') return requestOf(values);
  const name = isolateText(tool);
  if (type === 'task') return w.approvals.says.task(name, named(values));
  if (type === 'agent') return w.approvals.says.agent(name, named(values));
  return w.approvals.says.call(name, named(values));
}

const valuesOf = ({ arguments: given }: Asked) => (given !== null && typeof given === 'object' ? given : {}) as Values;

function requestOf({ method = 'GET', url = '' }: Values): string {
  const target = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  const where = target ? `${target.host}${target.pathname}` : String(url);
  return w.approvals.says.request(isolateText(String(method).toUpperCase()), isolateText(where));
}

function amount(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? formatDecimal(String(value)) : '';
}

/** The first arguments that are short enough to be said. */
function named(values: Values): string {
  const short = Object.entries(values).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return short
    .slice(0, MOST_NAMED)
    .map(([name, value]) => {
      const text = String(value);
      const said = isolateText(text.length > MOST_OF_VALUE ? `${truncateText(text, MOST_OF_VALUE)}…` : text);
      return `${isolateText(name)} ${typeof value === 'string' ? w.ui.quoted(said) : said}`;
    })
    .join(', ');
}
