import type { Schemas } from '../../../../client/types.ts';

/** Returns the input of a task run as submitted, before its processors and the retrieval changed it. */
export function getSubmittedInput({
  run_data,
}: Pick<Schemas['TaskRun'], 'run_data'>): Readonly<Record<string, unknown>> {
  const input = Object.entries(run_data.submitted ?? {}).map(([name, value]) => {
    const original = `${name}_preprocessed`;
    return [name, Object.hasOwn(run_data, original) ? run_data[original] : value] as const;
  });
  // The API reports null for a variable that was not submitted.
  return Object.fromEntries(input.filter(([, value]) => value !== null));
}
