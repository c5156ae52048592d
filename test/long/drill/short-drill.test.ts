import { describe, expect, it } from 'vitest';
import { drill } from '../../../drill/drill.ts';
import { countStarts, renderTable, renderViolations } from '../../../drill/report.ts';
import { RUNS_AS_ONE_PROCESS } from '../../support/stack.ts';

const OPTIONS = {
  runs: 14,
  minutes: undefined,
  documents: undefined,
  schedules: undefined,
  deliveries: undefined,
  evals: undefined,
  kills: 6,
  freezes: 0,
  providerAway: 0,
  temporalAway: 0,
  database: 'native',
  serve: RUNS_AS_ONE_PROCESS,
  mixed: false,
  seed: 'brief',
  concurrency: 20,
  patience: 180,
  mutant: undefined,
  keepLogs: false,
} as const;

describe('a short drill', () => {
  it('kills every kind of process without lost, repeated, wrong or missing results', {
    timeout: 900_000,
  }, async () => {
    const result = await drill(OPTIONS, () => undefined);
    expect(renderViolations(result), renderTable(result)).toBe('');
    const { seen, stored, performed } = result.evidence;
    expect(seen.filter((run) => run.ended)).toHaveLength(OPTIONS.runs);
    expect(stored.runs).toHaveLength(OPTIONS.runs);
    expect(Object.keys(countStarts(seen))).toEqual(
      expect.arrayContaining(['by a chat completion', 'by a call over MCP', 'by a call of a fixed tool']),
    );
    expect(result.victims.reduce((sum, victim) => sum + victim.kills, 0)).toBe(OPTIONS.kills);
    const killed = new Set(result.victims.filter((victim) => victim.kills > 0).map((victim) => victim.kind));
    expect([...killed].sort()).toEqual(
      RUNS_AS_ONE_PROCESS ? ['postgres', 'serve', 'temporal'] : ['api', 'postgres', 'temporal', 'worker'],
    );
    // Each killed process had work.
    expect(performed.length).toBeGreaterThan(OPTIONS.runs / 2);
    expect(seen.flatMap((run) => run.decisions).length).toBeGreaterThan(OPTIONS.runs / 2);
  });
});
