import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = new URL('../..', import.meta.url).pathname;
const RULES = join(ROOT, 'config/prometheus/alerts.yaml');

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const alerts = (parse(readFileSync(RULES, 'utf8')) as Rules).groups.flatMap(({ rules }) => rules);

it('each alert has a section in the runbooks, and no section lacks its alert', () => {
  const sections = [...readFileSync(join(ROOT, 'docs/runbooks.md'), 'utf8').matchAll(/^## (\w+)$/gm)];
  expect(sections.map(([, name]) => name)).toEqual(alerts.map(({ alert }) => alert));
});

it('alerts and the dashboard use metrics that the documentation lists', () => {
  const documented = readFileSync(join(ROOT, 'docs/telemetry.md'), 'utf8');
  const dashboard = readFileSync(join(ROOT, 'config/grafana/holdfast.json'), 'utf8');
  const used = `${dashboard}\n${alerts.map(({ expr }) => expr).join('\n')}`.matchAll(
    /\b(?:holdfast|process|otel)_[a-z_]+/g,
  );
  const names = [...new Set([...used].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, '')))];
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !documented.includes(name))).toEqual([]);
});
