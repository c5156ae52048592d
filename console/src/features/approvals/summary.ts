import { isolateText, truncateText } from '../../lib/hidden-text.ts';
import { formatDecimal } from '../../lib/numbers.ts';
import { w } from '../../words/index.ts';
import { getKindConfig, type RequestSubject } from './kinds.ts';
import type { Approval } from './queries.ts';

type Values = Readonly<Record<string, unknown>>;

/** Limits on the arguments that a summary shows. */
const MAX_SUMMARY_ARGUMENTS = 3;
const MAX_SUMMARY_VALUE_LENGTH = 60;

/** Returns a request with the arguments that a decision replaced, if any. */
export function withDecidedArguments<R extends Pick<Approval, 'arguments' | 'decisions'>>(request: R): R {
  const edited = request.decisions.find((decision) => decision.arguments !== null)?.arguments;
  return edited == null ? request : { ...request, arguments: edited };
}

/** Returns a one-sentence summary of a request, built by rules from its arguments and never by a model. */
export function formatSummary(request: RequestSubject): string {
  const values = getArguments(request);
  const credits = formatAmount(values.credits ?? values.amount ?? values.max_credits);
  return getKindConfig(request).formatSummary(formatCall(request), credits);
}

/** Returns a one-sentence description of the requested call. */
export function formatCall(request: RequestSubject): string {
  const { tool_name: tool, tool_type: type } = request;
  const values = getArguments(request);
  if (type === 'builtin' && tool === 'http_request') return formatHttpRequest(values);
  const name = isolateText(formatToolName(request));
  const what = formatArguments(values);
  const { says } = w.approvals;
  if (type === 'task') return what === '' ? says.task({ tool: name }) : says.taskWith({ tool: name, what });
  if (type === 'agent') return what === '' ? says.agent({ tool: name }) : says.agentWith({ tool: name, what });
  return what === '' ? says.call({ tool: name }) : says.callWith({ tool: name, what });
}

/** Returns the name of a tool, and in parentheses the connection whose short name is its prefix. */
export function formatToolName({ tool_name: name, tool_type: type }: RequestSubject): string {
  const [, connection, tool] = type === 'mcp' || type === 'integration' ? (/^(.+?)__(.+)$/.exec(name) ?? []) : [];
  return tool === undefined ? name : `${tool} (${connection})`;
}

const getArguments = ({ arguments: args }: RequestSubject) =>
  (args !== null && typeof args === 'object' ? args : {}) as Values;

function formatHttpRequest({ method = 'GET', url = '' }: Values): string {
  const target = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  const address = target ? `${target.host}${target.pathname}` : String(url);
  return w.approvals.says.request({ method: isolateText(String(method).toUpperCase()), where: isolateText(address) });
}

function formatAmount(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? formatDecimal(String(value)) : '';
}

/** Formats the first scalar arguments. */
function formatArguments(values: Values): string {
  const scalars = Object.entries(values).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return scalars
    .slice(0, MAX_SUMMARY_ARGUMENTS)
    .map(([name, value]) => {
      const text = String(value);
      const visiblePart = isolateText(
        text.length > MAX_SUMMARY_VALUE_LENGTH ? `${truncateText(text, MAX_SUMMARY_VALUE_LENGTH)}…` : text,
      );
      return `${isolateText(name)} ${typeof value === 'string' ? w.ui.quoted({ text: visiblePart }) : visiblePart}`;
    })
    .join(', ');
}
