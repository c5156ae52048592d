import { setTimeout as pause } from 'node:timers/promises';
import type { WebSearchSettings } from '../../../../src/platform/config/web-search.ts';
import {
  type GuardedClient,
  type GuardedResponse,
  OutboundError,
} from '../../../../src/platform/http/guarded-client.ts';
import { parseJson } from '../../../../src/platform/json.ts';
import { taskFailures } from '../../../../src/tasks/failures.ts';
import { PreparationFailure } from '../kind.ts';
import type { SearchFound, SearchQuery, SearchRequest, SearchResult } from './provider.ts';
import { SEARCH_PROVIDERS } from './providers.ts';

/** Delays in milliseconds before the second and third attempt. */
const RETRY_DELAYS_MS = [500, 2000];
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 5 * 1024 * 1024;
/** Maximum characters of a page and of a provider's own answer. */
const MAX_TEXT_LENGTH = 4000;
const MAX_ANSWER_LENGTH = 50_000;
/** Outbound failures that a retry can resolve. */
const RETRYABLE_REASONS = ['timeout', 'connect', 'protocol'];

/** A failure that a retry can resolve. */
class RetryableFailure extends PreparationFailure {}

/** Searches with the configured provider, with retries. Throws PreparationFailure. */
export async function searchWeb(
  http: GuardedClient,
  settings: WebSearchSettings,
  searchQuery: SearchQuery,
  signal: AbortSignal,
): Promise<SearchFound> {
  const provider = SEARCH_PROVIDERS[settings.provider];
  const query = { ...searchQuery, query: searchQuery.query.slice(0, provider.maxQueryLength).toWellFormed() };
  const request = provider.request(settings, query);
  for (let tries = 0; ; tries++) {
    try {
      return limitResults(provider.read(await requestJson(http, request, signal)), query.maxResults);
    } catch (error) {
      if (!(error instanceof RetryableFailure)) throw error;
      const delayMs = RETRY_DELAYS_MS[tries];
      if (delayMs === undefined) throw new PreparationFailure(error.reason, error.detail);
      await pause(delayMs, undefined, { signal });
    }
  }
}

async function requestJson(http: GuardedClient, request: SearchRequest, signal: AbortSignal): Promise<unknown> {
  const answer = await sendRequest(http, request, signal);
  const { status } = answer;
  if (status === 429 || status >= 500)
    throw new RetryableFailure('SEARCH_FAILED', taskFailures.search_provider_status({ status }));
  if (status === 401 || status === 403)
    throw new PreparationFailure('SEARCH_FAILED', taskFailures.search_provider_refuses({ status }));
  if (status < 200 || status > 299)
    throw new PreparationFailure('SEARCH_FAILED', taskFailures.search_provider_status({ status }));
  try {
    if (answer.truncated) throw new Error('cut off');
    return parseJson(Buffer.from(answer.body).toString('utf8'));
  } catch {
    throw new PreparationFailure('SEARCH_FAILED', taskFailures.search_provider_invalid);
  }
}

async function sendRequest(http: GuardedClient, request: SearchRequest, signal: AbortSignal): Promise<GuardedResponse> {
  try {
    return await http.request({ ...request, signal, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 0 });
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === 'aborted') throw error;
    const Failure = RETRYABLE_REASONS.includes(error.reason) ? RetryableFailure : PreparationFailure;
    throw new Failure('SEARCH_FAILED', taskFailures.search_provider_unreachable({ cause: error.detail }));
  }
}

/** Limits results to public web pages, the requested number and a maximum length. */
function limitResults({ answer, results }: SearchFound, maxResults: number): SearchFound {
  const isPage = ({ url }: SearchResult) => /^https?:\/\//i.test(url) && url.length <= 2000 && URL.canParse(url);
  return {
    answer: answer?.trim().slice(0, MAX_ANSWER_LENGTH),
    results: results
      .filter(isPage)
      .slice(0, maxResults)
      .map(({ title, url, text }) => ({
        title: title.slice(0, 300),
        url,
        text: text.trim().slice(0, MAX_TEXT_LENGTH),
      })),
  };
}
