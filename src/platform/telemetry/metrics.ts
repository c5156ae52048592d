import type { Log } from '../log.ts';
import type { Instruments, MetricsSdk } from './instruments.ts';

/** Kind of model call, as GenAI semantic conventions name it where they do. */
export type ModelOperation = 'chat' | 'embeddings' | 'generate_content' | 'rerank';

/** Outcome of a model call. */
export interface ModelCallMeasure {
  readonly provider: string;
  /** Name in the catalog. */
  readonly model: string;
  readonly operation: ModelOperation;
  /** `ok`, or the reason of the failure. */
  readonly outcome: string;
  /** Whether the call failed in a way that allows another attempt. */
  readonly isRetryable: boolean;
  readonly seconds: number;
  readonly firstTokenSeconds?: number | undefined;
  /** Token counts by type. */
  readonly tokens?: Readonly<Record<string, number>> | undefined;
  readonly credits?: number | undefined;
}

/** Number with its labels, read when metrics are read. */
interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Gauge whose values are read together with others of its source. */
export interface GaugeDefinition {
  readonly name: string;
  readonly help: string;
}

/** Samples by the name of their gauge. */
export type GaugeSamples = Readonly<Record<string, readonly Sample[]>>;

/**
 * Source of gauges, such as one statement. `read` runs when metrics are read, and not more often than its cache allows.
 */
export interface GaugeSource {
  readonly name: string;
  readonly gauges: readonly GaugeDefinition[];
  /** Milliseconds for which a result is reused. Default 0. */
  readonly cacheMs?: number;
  read(): Promise<GaugeSamples> | GaugeSamples;
}

/**
 * Metrics of a process. They start at the first read, or with the process if a setting says that they will be read.
 * Until then a measurement is one comparison.
 */
export class Metrics {
  readonly #log: Log;
  readonly #createSources: () => Promise<readonly GaugeSource[]>;
  readonly #readMore: (() => Promise<string>) | undefined;
  #sdk: Promise<MetricsSdk> | undefined;
  #starting: Promise<void> | undefined;
  #instruments: Instruments | undefined;

  /** `readMore` returns metrics of other libraries in the text format. */
  constructor(log: Log, createSources: () => Promise<readonly GaugeSource[]>, readMore?: () => Promise<string>) {
    this.#log = log;
    this.#createSources = createSources;
    this.#readMore = readMore;
  }

  /** Instruments of this process; undefined until metrics start. */
  get instruments(): Instruments | undefined {
    return this.#instruments;
  }

  /** Starts to count. Repeated calls change nothing. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** Loads OpenTelemetry's SDK. Its packages count in the returned provider. The product's own metrics do not start. */
  load(): Promise<MetricsSdk> {
    this.#sdk ??= import('./instruments.ts').then(({ createMetricsSdk }) => createMetricsSdk(this.#log));
    return this.#sdk;
  }

  /** Returns all metrics in the Prometheus text format. */
  async render(): Promise<string> {
    await this.start();
    const sdk = await this.load();
    const texts = await Promise.all([sdk.render(), this.#readMore?.()]);
    return texts.join('');
  }

  /** Records a response of the API. `isStream`: it was an event stream, whose duration says nothing about speed. */
  recordRequest(operation: string, status: number, seconds: number, isStream: boolean): void {
    this.#instruments?.recordRequest(operation, status, seconds, isStream);
  }

  recordModelCall(measure: ModelCallMeasure): void {
    this.#instruments?.recordModelCall(measure);
  }

  /** Records the end of a run. `seconds`: since its acceptance, waits included. */
  recordRunEnd(kind: string, status: string, seconds: number): void {
    this.#instruments?.recordRunEnd(kind, status, seconds);
  }

  /** Records an attempt of a delivery: `delivered`, `retried` or `given_up`. */
  recordDelivery(type: string, outcome: string, seconds: number): void {
    this.#instruments?.recordDelivery(type, outcome, seconds);
  }

  async close(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    this.#instruments?.close();
    await (await this.#sdk?.catch(() => undefined))?.close();
  }

  async #start(): Promise<void> {
    const sdk = await this.load();
    const { createInstruments } = await import('./instruments.ts');
    this.#instruments = createInstruments(sdk, this.#log, await this.#createSources());
  }
}
