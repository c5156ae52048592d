import { createRequire } from 'node:module';
import { eventually } from './client.ts';

/** A family of metrics, as the parser returns it. */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
  }[];
}

// The package has no types.
const parse = createRequire(import.meta.url)('parse-prometheus-text-format') as (text: string) => Family[];

/** Metrics of one read. */
export class Scrape {
  readonly text: string;
  /** Families by type; of a histogram, the parser keeps one series only. */
  readonly families: readonly Family[];
  readonly #series: readonly Family[];

  constructor(text: string) {
    this.text = text;
    this.families = parse(text);
    this.#series = parse(text.replaceAll(/^# TYPE .*$/gm, ''));
  }

  /** Sums the values of a series with these labels. A histogram has the series `_count`, `_sum` and `_bucket`. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const matching = this.#series
      .filter((family) => family.name === name)
      .flatMap(({ metrics }) => metrics)
      .filter((metric) => Object.entries(labels).every(([key, value]) => metric.labels?.[key] === value));
    if (matching.length === 0) return undefined;
    return matching.reduce((sum, { value }) => sum + Number(value), 0);
  }
}

/** Reads metrics. Throws if the response is an error. */
export async function scrape(url: string, headers: Record<string, string> = {}): Promise<Scrape> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return new Scrape(text);
}

/** Reads metrics until they match. */
export function scrapeUntil(url: string, matches: (metrics: Scrape) => boolean): Promise<Scrape> {
  return eventually(() => scrape(url), matches);
}
