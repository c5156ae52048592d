import { CancelledFailure, Context } from '@temporalio/activity';
import { LRUCache } from 'lru-cache';
import type { Declined } from '../../src/runs/contract.ts';
import { type Gateways, wrapGateways } from './gateways.ts';

/**
 * Milliseconds below which a model or tool call is short: half a workflow task's timeout. A step that waits longer
 * delays the signals of its workflow.
 */
const SHORT_MS = 5000;
/** Number of recent durations considered per model or tool. */
const RECENT_CALLS = 15;
const MAX_NAMES = 1000;
/** Maximum number of concurrent inline steps per process. */
const MAX_INLINE_STEPS = 200;

/** Model or tool that a step waits for, as {@link InlineSteps} names it. */
export const toModelName = (id: string) => `model ${id}`;
export const toToolName = (digest: string) => `tool ${digest}`;

/** Decides which steps run inline in this process, by the recent durations of model and tool calls. */
export class InlineSteps {
  readonly #handOver = new AbortController();
  /** Aborts with {@link handOver}. */
  readonly handOverSignal = this.#handOver.signal;
  readonly #recent = new LRUCache<string, readonly number[]>({ max: MAX_NAMES });
  #running = 0;

  /** Whether at least half of the recent calls were short. False without calls. */
  isShort(name: string): boolean {
    const recent = this.#recent.get(name) ?? [];
    return recent.length > 0 && recent.filter((ms) => ms < SHORT_MS).length * 2 >= recent.length;
  }

  /** Measures a call. */
  async measure<T>(name: string, call: () => Promise<T>): Promise<T> {
    const end = this.beginMeasure(name);
    try {
      return await call();
    } finally {
      end();
    }
  }

  /**
   * Starts to measure a call; the returned function stops. A call counts as long as soon as it is, so that later steps
   * do not wait for it to end.
   */
  beginMeasure(name: string): () => void {
    const startedAt = performance.now();
    const timer = setTimeout(() => this.#add(name, SHORT_MS), SHORT_MS);
    return () => {
      clearTimeout(timer);
      const ms = performance.now() - startedAt;
      if (ms < SHORT_MS) this.#add(name, ms);
    };
  }

  /**
   * Whether the current step may wait for a call of this name: always in an ordinary activity, inline if calls are
   * short.
   */
  canAwait(name: string): boolean {
    return !Context.current().info.isLocal || this.isShort(name);
  }

  /** Ids of the models that an inline step may wait for. Undefined in an ordinary activity, which may wait for all. */
  inlineModels(): readonly string[] | undefined {
    if (!Context.current().info.isLocal) return undefined;
    const prefix = toModelName('');
    const names = [...this.#recent.keys()].filter((name) => name.startsWith(prefix) && this.isShort(name));
    return names.map((name) => name.slice(prefix.length));
  }

  /** Runs a step. Declines it if it is inline and too many others are, or if the worker stops meanwhile. */
  async step<T>(take: () => Promise<T>): Promise<T | Declined> {
    if (!Context.current().info.isLocal) return take();
    const { signal } = this.#handOver;
    if (this.#running >= MAX_INLINE_STEPS || signal.aborted) return DECLINED;
    this.#running++;
    try {
      return await take();
    } catch (error) {
      if (!signal.aborted) throw error;
      return DECLINED;
    } finally {
      this.#running--;
    }
  }

  /**
   * Aborts the inline steps, which then run as ordinary activities elsewhere. The SDK's shutdown would wait for them
   * indefinitely.
   */
  handOver(): void {
    this.#handOver.abort(new CancelledFailure('the worker stops'));
  }

  #add(name: string, ms: number): void {
    this.#recent.set(name, [...(this.#recent.get(name) ?? []).slice(1 - RECENT_CALLS), ms]);
  }
}

export const DECLINED: Declined = { state: 'declined' };

/** Gateways that measure each model call. */
export function measureGateways(gateways: Gateways, inlineSteps: InlineSteps): Gateways {
  return wrapGateways(gateways, ({ id }, call) => inlineSteps.measure(toModelName(id), call));
}
