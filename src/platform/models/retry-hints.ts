import { parseRetryAfterMs } from '../http/backoff.ts';
import { PROVIDERS } from './providers/index.ts';

/** Characters of a body that are searched. */
const MAX_SEARCHED = 20_000;
/** "Please try again in 1m2.5s" or "Please retry in 32.5s". */
const RETRY_SENTENCE =
  /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:milliseconds?|seconds?|minutes?|hours?|ms|[dhms])\s?)+)/i;
const DURATION_PART = /(\d+(?:\.\d+)?)\s?(ms|milli|d|h|m|s)/gi;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, milli: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Epoch times in seconds and in milliseconds are larger than any delay in seconds. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e12;

/** Returns the milliseconds until the provider accepts the next request, from headers and body, or undefined. */
export function findRetryHintMs(headers: Readonly<Record<string, string>>, body: string): number | undefined {
  const text = body.slice(0, MAX_SEARCHED);
  const patterns = [...PROVIDERS.flatMap(({ errorPatterns }) => errorPatterns?.retryDelay ?? []), RETRY_SENTENCE];
  const duration = patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  return (
    parseRetryAfterMs(headers) ??
    (duration === undefined ? undefined : parseDurationMs(duration)) ??
    findResetMs(headers)
  );
}

/** Parses a duration such as `6m0s`, `1.2s` or `20ms`. Returns undefined for any other text. */
function parseDurationMs(text: string): number | undefined {
  const parts = [...text.matchAll(DURATION_PART)];
  if (parts.length === 0) return undefined;
  const ms = parts.reduce(
    (sum, [, number, unit]) => sum + Number(number) * (UNIT_MS[(unit ?? '').toLowerCase()] ?? 0),
    0,
  );
  return Math.round(ms);
}

/** Returns the milliseconds until the exhausted limits reset. */
function findResetMs(headers: Readonly<Record<string, string>>): number | undefined {
  const resets = ['', '-requests', '-tokens'].flatMap((suffix) => {
    const reset = headers[`x-ratelimit-reset${suffix}`];
    return reset === undefined || headers[`x-ratelimit-remaining${suffix}`] !== '0' ? [] : (parseResetMs(reset) ?? []);
  });
  return resets.length === 0 ? undefined : Math.max(...resets);
}

function parseResetMs(text: string): number | undefined {
  const number = Number(text);
  if (Number.isNaN(number)) return parseDurationMs(text);
  if (number >= EPOCH_MS) return Math.max(0, number - Date.now());
  if (number >= EPOCH_SECONDS) return Math.max(0, number * 1000 - Date.now());
  return Math.round(number * 1000);
}
