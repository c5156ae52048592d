import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MUTATION_NAMES, MUTATIONS, mutate } from '../../drill/mutants/mutants.ts';
import { readOptions } from '../../drill/options.ts';

describe('a mutant of the drill', () => {
  it.each(MUTATION_NAMES)('%s changes the current source', (name) => {
    const mutation = MUTATIONS[name];
    const source = readFileSync(new URL(`../../${mutation.file}`, import.meta.url), 'utf8');
    const mutated = mutate(source, mutation);
    expect(mutated).toContain(mutation.replacement);
    expect(mutated).not.toContain(mutation.text);
    expect(() => mutate(mutated, mutation)).toThrow('must contain this once');
  });

  it('is an option for runs only, by its name', () => {
    expect(readOptions(['--mutant', 'attempt-check']).mutant).toBe('attempt-check');
    expect(readOptions([]).mutant).toBeUndefined();
    expect(() => readOptions(['--mutant', 'other'])).toThrow('--mutant must be attempt-check');
    expect(() => readOptions(['--mutant', 'attempt-check', '--evals', '9'])).toThrow('--mutant is for --runs');
  });
});
