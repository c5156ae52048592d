import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getExecutor } from '../../activities/agents/tools/index.ts';
import { TOOL_KINDS, TOOL_TYPES } from '../../src/agents/tools/index.ts';
import type { Tool } from '../../src/agents/tools/kind.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const LAYERS = ['src/agents/tools', 'activities/agents/tools'];

it('every kind of tools has its file on both layers, and acts', () => {
  for (const layer of LAYERS) {
    const files = globSync('*.ts', { cwd: join(ROOT, layer) });
    expect(files, layer).toEqual(expect.arrayContaining(TOOL_TYPES.map((type) => `${type}.ts`)));
  }
  const ways = new Set(TOOL_TYPES.map((type) => getExecutor({ type } as Tool)));
  expect(ways.size).toBe(TOOL_TYPES.length);
});

it('no code outside the files of a kind of tools names the kind, or the field that attaches its tools', () => {
  const names = TOOL_KINDS.flatMap(({ type, field }) => [
    new RegExp(`'${type}'`),
    new RegExp(`\\.${field}\\b|\\b${field}\\??:|'${field}'|[{,]\\s*${field}\\s*[,}]`),
  ]);
  // How a call is made is a separate term; the demo agent and the examples in the document have tools on purpose; an
  // event's author may be an agent; the prompt's part on loadable skills names skills; tool calls of a task run are
  // made by users who may run the task.
  const known = [
    'src/agents/calls/rights.ts',
    'src/agents/contract.ts',
    'src/agents/prompt/skills.ts',
    'src/bootstrap.ts',
    'api/agents/agents.ts',
    'api/agents/approvals/dry-run.ts',
    'api/agents/runs/events.ts',
  ];
  const found = ['src/agents', 'activities/agents', 'api/agents', 'src/identity']
    .flatMap((layer) => globSync(`${layer}/**/*.ts`, { cwd: ROOT }))
    .filter((file) => !LAYERS.some((layer) => file.startsWith(`${layer}/`)) && !known.includes(file))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      return names.filter((name) => name.test(text)).map((name) => `${file} names ${name.source}`);
    });
  expect(found, 'ask the kind instead: src/agents/tools/kind.ts').toEqual([]);
});
