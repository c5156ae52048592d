import { randomUUID } from 'node:crypto';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { DevFile } from '../src/platform/local/dev-file.ts';

/** Comments come every 15 s; a stream that is silent for this long is dead. */
const SILENCE_MS = 45_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** One event of a run's stream. */
export interface RunEvent {
  /** The event's number in the run. */
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** The API refused; trying again would not help. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, body: string) {
    super(`the API answered ${status}: ${body.slice(0, 500)}`);
    this.name = 'RefusedError';
    this.status = status;
  }
}

/**
 * Talks to the demo agent of a dev.json. Every call is repeated, under the same Idempotency-Key, while the API can't
 * be reached.
 */
export class AgentClient {
  readonly #agentUrl: string;
  readonly #apiKey: string;
  readonly #say: (line: string) => void;

  /** `say` hears when the connection is lost. */
  constructor(
    dev: Pick<DevFile, 'base_url' | 'org_id' | 'project_id' | 'agent_id' | 'api_key'>,
    say: (line: string) => void,
  ) {
    this.#agentUrl = `${dev.base_url}/org/${dev.org_id}/project/${dev.project_id}/task-agent/${dev.agent_id}`;
    this.#apiKey = dev.api_key;
    this.#say = say;
  }

  /**
   * Starts a run and gives its events, each once and in order, until `done`, however often the connection is cut.
   * Throws RefusedError.
   */
  async *run(message: string): AsyncGenerator<RunEvent> {
    const start = { method: 'POST', body: JSON.stringify({ message }), key: randomUUID() };
    let runId: string | undefined;
    let lastId = '';
    let pause = 0;
    while (true) {
      try {
        const path = runId ? `/run/${runId}/events?follow=true` : '/run';
        for await (const event of this.#stream(path, runId ? { method: 'GET' } : start, lastId)) {
          if (event.type === 'session_id') runId = String(event.data.run_id);
          // A number that was seen belongs to a replay from the run's beginning.
          if (Number(event.id) <= Number(lastId)) continue;
          lastId = event.id;
          pause = 0;
          yield event;
          if (event.type === 'done') return;
        }
      } catch (error) {
        if (error instanceof RefusedError) throw error;
        if (pause === 0) this.#say(`the connection is lost (${reason(error)}); trying again`);
        pause = Math.max(pause, FIRST_PAUSE_MS);
      }
      // A stream that ended by itself after some events (the run waits for a person) is followed up at once.
      await new Promise((wake) => setTimeout(wake, pause));
      pause = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    }
  }

  /** Decides an approval request. A request that someone else has decided is left as it is. Throws RefusedError. */
  async decide(approvalRequestId: string, decision: 'approve' | 'reject'): Promise<void> {
    const path = `/approval-request/${approvalRequestId}/${decision}`;
    const request = { method: 'POST', body: '{}', key: randomUUID() };
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const response = await this.#fetch(path, request, 'application/json', AbortSignal.timeout(SILENCE_MS));
        await response.body?.cancel();
        return;
      } catch (error) {
        if (error instanceof RefusedError && error.status !== 409) throw error;
        if (error instanceof RefusedError) {
          this.#say(error.message);
          return;
        }
        if (pause === FIRST_PAUSE_MS) this.#say(`the decision did not get through (${reason(error)}); trying again`);
        await new Promise((wake) => setTimeout(wake, pause));
      }
    }
  }

  async *#stream(path: string, request: Request, lastId: string): AsyncGenerator<RunEvent> {
    const silence = new AbortController();
    const giveUp = () => silence.abort(new Error(`silent for ${SILENCE_MS / 1000} s`));
    let timer = setTimeout(giveUp, SILENCE_MS);
    const alive = new TransformStream<string, string>({
      transform(chunk, controller) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, SILENCE_MS);
        controller.enqueue(chunk);
      },
    });
    try {
      const response = await this.#fetch(path, request, 'text/event-stream', silence.signal, lastId);
      if (!response.body) throw new RefusedError(response.status, 'the run has ended');
      const text = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(alive);
      for await (const message of text.pipeThrough(new EventSourceParserStream())) {
        const data = JSON.parse(message.data) as Record<string, unknown>;
        yield { id: message.id ?? '', type: message.event ?? 'message', data };
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #fetch(path: string, request: Request, accept: string, signal: AbortSignal, lastId = ''): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#apiKey}`, accept };
    if (request.body) headers['content-type'] = 'application/json';
    if (request.key) headers['idempotency-key'] = request.key;
    if (lastId) headers['last-event-id'] = lastId;
    const response = await fetch(this.#agentUrl + path, {
      method: request.method,
      body: request.body,
      headers,
      signal,
    });
    if (response.ok) return response;
    const body = await response.text();
    // 429 and 5xx pass; anything else is an answer.
    if (response.status === 429 || response.status >= 500) throw new Error(`the API answered ${response.status}`);
    throw new RefusedError(response.status, body);
  }
}

interface Request {
  readonly method: string;
  readonly body?: string;
  /** Idempotency-Key. */
  readonly key?: string;
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
