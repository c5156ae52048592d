import { setTimeout as pause } from 'node:timers/promises';
import type { WebSearchSettings } from '../../../../src/platform/config/web-search.ts';
import {
  type GuardedClient,
  type GuardedResponse,
  OutboundError,
} from '../../../../src/platform/http/guarded-client.ts';
import { parseJson } from '../../../../src/platform/json.ts';
import { PreparationFailure } from '../kind.ts';
import type { SearchFound, SearchQuery, SearchRequest, SearchResult } from './provider.ts';
import { SEARCH_PROVIDERS } from './providers.ts';

/** Milliseconds before the second and the third try. */
const PAUSES_MS = [500, 2000];
const TIMEOUT_MS = 60_000;
const MOST_BYTES = 5 * 1024 * 1024;
/** Characters of what is kept of a page, and of what a provider says itself. */
const LONGEST_TEXT = 4000;
const LONGEST_ANSWER = 50_000;
/** Outbound failures that another try may mend. */
const PASSING = ['timeout', 'connect', 'protocol'];

/** A failure that another try may mend. */
class PassingFailure extends Error {}

/** Asks the provider of the settings, again where it may answer a moment later. Throws PreparationFailure. */
export async function searchWeb(
  http: GuardedClient,
  settings: WebSearchSettings,
  wanted: SearchQuery,
  signal: AbortSignal,
): Promise<SearchFound> {
  const provider = SEARCH_PROVIDERS[settings.provider];
  const query = { ...wanted, query: wanted.query.slice(0, provider.longestQuery).toWellFormed() };
  const request = provider.request(settings, query);
  for (let tries = 0; ; tries++) {
    try {
      return kept(provider.read(await answerTo(http, request, signal)), query.maxResults);
    } catch (error) {
      if (!(error instanceof PassingFailure)) throw error;
      const wait = PAUSES_MS[tries];
      if (wait === undefined) throw new PreparationFailure('SEARCH_FAILED', error.message);
      await pause(wait, undefined, { signal });
    }
  }
}

async function answerTo(http: GuardedClient, request: SearchRequest, signal: AbortSignal): Promise<unknown> {
  const answer = await sent(http, request, signal);
  const { status } = answer;
  if (status === 429 || status >= 500) throw new PassingFailure(`the search provider answered with status ${status}`);
  if (status === 401 || status === 403)
    throw new PreparationFailure('SEARCH_FAILED', `the search provider refuses this installation (status ${status})`);
  if (status < 200 || status > 299)
    throw new PreparationFailure('SEARCH_FAILED', `the search provider answered with status ${status}`);
  try {
    if (answer.truncated) throw new Error('cut off');
    return parseJson(Buffer.from(answer.body).toString('utf8'));
  } catch {
    throw new PreparationFailure('SEARCH_FAILED', 'the search provider answered no JSON, or too much');
  }
}

async function sent(http: GuardedClient, request: SearchRequest, signal: AbortSignal): Promise<GuardedResponse> {
  try {
    return await http.request({ ...request, signal, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, maxRedirects: 0 });
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === 'aborted') throw error;
    const message = `the search provider could not be asked: ${error.message}`;
    if (PASSING.includes(error.reason)) throw new PassingFailure(message);
    throw new PreparationFailure('SEARCH_FAILED', message);
  }
}

/** What is given on: pages of the web, no more than were asked for, of bounded length. */
function kept({ answer, results }: SearchFound, most: number): SearchFound {
  const isPage = ({ url }: SearchResult) => /^https?:\/\//i.test(url) && url.length <= 2000 && URL.canParse(url);
  return {
    answer: answer?.trim().slice(0, LONGEST_ANSWER),
    results: results
      .filter(isPage)
      .slice(0, most)
      .map(({ title, url, text }) => ({ title: title.slice(0, 300), url, text: text.trim().slice(0, LONGEST_TEXT) })),
  };
}
