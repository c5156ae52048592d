import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { findKey, sendRaw } from './model-server-chat.ts';
import type { ModelScripts } from './model-server-scripts.ts';

const DIMENSION = 64;

/** Answers an embeddings request as scripted by one of its texts, or at once. */
export async function answerEmbeddings(
  scripts: ModelScripts,
  { raw, headers }: { readonly raw: string; readonly headers: IncomingHttpHeaders },
  response: ServerResponse,
): Promise<void> {
  const body = JSON.parse(raw) as Parameters<typeof embed>[0];
  const key = findKey(raw);
  const step = key === undefined ? undefined : scripts.step(key, 0);
  if (key === undefined || !step) return sendRaw(response, 200, {}, embed(body));
  const record = scripts.record(key, body, headers);
  const gone = new AbortController();
  response.once('close', () => {
    if (!record.finished) {
      record.aborted = true;
      gone.abort();
    }
    scripts.changed(key);
  });
  if (step.hang) return;
  if (step.gate !== undefined) await scripts.passGate(step.gate, gone.signal);
  if (step.pace_ms !== undefined) await pause(step.pace_ms);
  if (gone.signal.aborted) return;
  record.finished = true;
  const failed = (step.status ?? 200) !== 200;
  sendRaw(response, step.status ?? 200, step.headers ?? {}, failed ? (step.body ?? '') : embed(body));
}

/** Ranks texts by the word "relevant", worst first, or as scripted by a text or the query. */
export function answerRerank(
  scripts: ModelScripts,
  { raw, headers }: { readonly raw: string; readonly headers: IncomingHttpHeaders },
  response: ServerResponse,
): void {
  const body = JSON.parse(raw) as { readonly query: string; readonly documents: readonly string[] };
  const key = findKey(raw);
  const step = key === undefined ? undefined : scripts.step(key, 0);
  if (key !== undefined && step) {
    scripts.record(key, body, headers).finished = true;
    scripts.changed(key);
  }
  if (step?.status !== undefined) {
    sendRaw(response, step.status, step.headers ?? {}, step.body ?? '');
    return;
  }
  const results = body.documents.map((text, index) => ({ index, relevance_score: text.split('relevant').length - 1 }));
  const tokens = [body.query, ...body.documents].reduce((sum, text) => sum + wordsOf(text).length, 0);
  const ranked = results.toSorted((a, b) => a.relevance_score - b.relevance_score);
  sendRaw(response, 200, {}, { results: ranked, usage: { total_tokens: tokens } });
}

/** Returns vectors of texts. Equal texts get equal vectors, texts with common words get similar ones. */
export function embed(request: { model: string; input: string | readonly string[] }) {
  const inputs = typeof request.input === 'string' ? [request.input] : request.input;
  const tokens = inputs.reduce((sum, input) => sum + wordsOf(input).length, 0);
  return {
    object: 'list',
    model: request.model,
    data: inputs.map((input, index) => ({ object: 'embedding', index, embedding: vectorOf(input) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSION).fill(0);
  for (const word of wordsOf(text)) {
    const hash = hashOf(word);
    const place = hash % DIMENSION;
    vector[place] = (vector[place] ?? 0) + (hash & 0x8000_0000 ? -1 : 1);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.with(0, 1) : vector.map((value) => value / length);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** FNV-1a over UTF-16 code units, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x0100_0193);
  return hash >>> 0;
}
