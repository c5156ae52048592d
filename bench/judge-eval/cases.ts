import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** An output labeled by a person. */
export interface LabelledCase {
  readonly id: string;
  readonly rubric?: string;
  readonly input: unknown;
  readonly expected?: unknown;
  readonly output: unknown;
  /** Output of another revision for the same input. */
  readonly other?: unknown;
  readonly label: 'pass' | 'fail';
}

/** Returns every case of the set. */
export function labelledCases(): LabelledCase[] {
  return parse(readFileSync(join(import.meta.dirname, 'cases.yaml'), 'utf8')) as LabelledCase[];
}
