import { parseJsonIfValid } from '../json.ts';
import { ModelCallError, type ModelCallReason } from './errors.ts';
import { PROVIDERS } from './providers/index.ts';
import type { ErrorPatterns } from './providers/provider.ts';
import { findRetryHintMs } from './retry-hints.ts';

/** Redacts and truncates a provider's text. */
type CleanText = (text: string) => string;

const CONTEXT_LENGTH = combinePatterns('contextLength');
const PERMANENT_LIMIT = combinePatterns('permanentLimit');
/** Characters of a body that are searched for the reason of a rejection. */
const MAX_SEARCHED_LENGTH = 4000;
const UNREADABLE_MESSAGE = "The model provider's answer is not what its API promises.";
const REASON_BY_ERROR_NAME: Readonly<Record<string, ModelCallReason>> = {
  AI_LoadAPIKeyError: 'not_configured',
  AI_LoadSettingError: 'not_configured',
  AI_NoSuchModelError: 'rejected',
  AI_InvalidArgumentError: 'rejected',
  AI_InvalidPromptError: 'rejected',
  AI_UnsupportedFunctionalityError: 'rejected',
  AI_InvalidResponseDataError: 'invalid_answer',
};
const REASON_BY_WORD: readonly (readonly [RegExp, ModelCallReason])[] = [
  // Comes before the context length: a rate limit can also be exceeded by tokens.
  [combinePatterns('rateLimited', /rate.?limit|too.?many.?requests/), 'rate_limited'],
  [CONTEXT_LENGTH, 'context_length'],
  [/authenticat|unauthori[sz]ed|permission|invalid.?api.?key/i, 'unauthorized'],
  [/invalid.?request|not.?found|bad.?request|invalid.?argument|unsupported/i, 'rejected'],
];

/** Combines a pattern of all providers, regardless of case. */
function combinePatterns(name: Exclude<keyof ErrorPatterns, 'retryDelay'>, ...general: RegExp[]): RegExp {
  const patterns = [...general, ...PROVIDERS.flatMap(({ errorPatterns }) => errorPatterns?.[name] ?? [])];
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

/** Converts an adapter's error to a ModelCallError. Drops the original, since it may contain a key. */
export function toModelCallError(error: unknown, aborted: boolean, clean: CleanText): ModelCallError {
  if (aborted) return new ModelCallError('aborted', 'The model call was aborted.');
  const known = listCauses(error).find((cause) => cause instanceof ModelCallError);
  if (known) return known;
  const response = listCauses(error).find(isApiCallError);
  if (response) return fromApiCallError(response, clean);
  if (error instanceof Error) return fromAdapter(error, clean);
  return fromErrorBody(error, {}, clean) ?? new ModelCallError('invalid_answer', UNREADABLE_MESSAGE);
}

/** AI SDK error for an HTTP response. */
interface ApiCallError {
  readonly message: string;
  readonly statusCode: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

function isApiCallError(error: object): error is ApiCallError {
  return 'name' in error && error.name === 'AI_APICallError' && 'statusCode' in error && error.statusCode !== undefined;
}

function listCauses(error: unknown): object[] {
  const chain: object[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && !chain.includes(next)) {
    chain.push(next);
    next = 'cause' in next ? next.cause : undefined;
  }
  return chain;
}

function fromApiCallError(response: ApiCallError, clean: CleanText): ModelCallError {
  const status = response.statusCode;
  const body = response.responseBody ?? '';
  const provider = { status, retryAfterMs: findRetryHintMs(response.responseHeaders ?? {}, body) };
  if (status >= 200 && status < 300) {
    const empty = new ModelCallError('invalid_answer', "The model provider's answer is empty.", provider);
    if (body.trim() === '') return empty;
    return (
      fromErrorBody(parseJsonIfValid(body), provider, clean) ??
      new ModelCallError('invalid_answer', UNREADABLE_MESSAGE, provider)
    );
  }
  const text = response.message || (body.trimStart().startsWith('<') ? '' : body);
  const reason = getReason(status, text + body);
  const isPermanent = isPermanentLimit(reason, text + body, provider);
  return new ModelCallError(reason, formatMessage(`answered ${status}`, text, clean), { ...provider, isPermanent });
}

/** Returns whether a rate limit is permanent. A response with a retry time is never permanent. */
function isPermanentLimit(reason: ModelCallReason, text: string, { retryAfterMs }: { retryAfterMs?: number }): boolean {
  return (
    reason === 'rate_limited' && retryAfterMs === undefined && PERMANENT_LIMIT.test(text.slice(0, MAX_SEARCHED_LENGTH))
  );
}

function getReason(status: number, text: string): ModelCallReason {
  if (status === 429) return 'rate_limited';
  if (status >= 500 || status === 408) return 'unavailable';
  if (status === 401 || status === 403) return 'unauthorized';
  return CONTEXT_LENGTH.test(text.slice(0, MAX_SEARCHED_LENGTH)) ? 'context_length' : 'rejected';
}

/** Converts an error object within a 200 response or a stream. Returns undefined for any other value. */
function fromErrorBody(
  value: unknown,
  provider: { retryAfterMs?: number },
  clean: CleanText,
): ModelCallError | undefined {
  if (typeof value === 'string') return fromErrorBody({ message: value }, provider, clean);
  if (typeof value !== 'object' || value === null) return undefined;
  if ('error' in value && value.error) return fromErrorBody(value.error, provider, clean);
  if (!('message' in value) || typeof value.message !== 'string') return undefined;
  const kind = ['code', 'type', 'status'].flatMap(
    (key) => Object.entries(value).find(([name]) => name === key)?.[1] ?? [],
  );
  const status = kind.map(Number).find((code) => code >= 400 && code < 600);
  const text = `${kind.join(' ')} ${value.message}`;
  const reason = status
    ? getReason(status, text)
    : (REASON_BY_WORD.find(([pattern]) => pattern.test(text))?.[1] ?? 'unavailable');
  const retryAfterMs = provider.retryAfterMs ?? findRetryHintMs({}, JSON.stringify(value));
  const isPermanent = isPermanentLimit(reason, text, { retryAfterMs });
  const details = { ...provider, status, retryAfterMs, isPermanent };
  return new ModelCallError(reason, formatMessage('reported an error', value.message, clean), details);
}

function fromAdapter(error: Error, clean: CleanText): ModelCallError {
  const reason = REASON_BY_ERROR_NAME[error.name];
  if (reason !== undefined) return new ModelCallError(reason, clean(error.message));
  // An event of unexpected form may be an error of unexpected form.
  const event = 'value' in error && typeof error.value === 'object' && error.value !== null ? error.value : {};
  const reported = 'error' in event ? fromErrorBody(event, {}, clean) : undefined;
  if (reported) return reported;
  // Parsing errors quote the complete response; a fixed message replaces them.
  if (error.name.startsWith('AI_')) return new ModelCallError('invalid_answer', UNREADABLE_MESSAGE);
  return new ModelCallError('invalid_answer', clean(`The model's answer could not be read: ${error.message}`));
}

function formatMessage(what: string, text: string, clean: CleanText): string {
  const cleaned = clean(text);
  return `The model provider ${what}${cleaned ? `: ${cleaned}` : '.'}`;
}
