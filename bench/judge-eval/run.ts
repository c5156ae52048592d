/** `npm run evals:judge`: measures how far a judge model agrees with people on labeled outputs. See README.md. */
import { parseArgs } from 'node:util';
import type { ModelCatalog, ModelEntry } from '../../src/platform/models/catalog.ts';
import { openServices } from '../../src/services.ts';
import { judgeAll } from './ask.ts';
import { labelledCases } from './cases.ts';
import { agreementWith, differences, table } from './report.ts';

const OPTIONS = {
  judge: { type: 'string', multiple: true, default: [] as string[] },
  wrong: { type: 'boolean', default: false },
  least: { type: 'string', default: '0' },
} as const;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  const least = Number(values.least);
  if (!(least >= 0 && least <= 1)) throw new Error('--least must be a number from 0 to 1');
  await using services = await openServices('command', ['models', 'gateway']);
  const judges = judgesOf(services.models, values.judge);
  console.log(`judged by ${judges.map(({ name }) => name).join(', ')}`);
  const judged = await judgeAll(services.gateway, judges, labelledCases());
  console.log(`\n${table(judged)}\n`);
  if (values.wrong) for (const line of differences(judged)) console.log(line);
  return (agreementWith(judged).agreement ?? 0) >= least ? 0 : 1;
}

function judgesOf(models: ModelCatalog, names: readonly string[]): ModelEntry[] {
  const usual = models.all().find(({ retired, output_modalities: made }) => !retired && made.includes('text'));
  if (names.length === 0 && usual) return [usual];
  return names.map((name) => {
    const model = models.find(name);
    if (!model) throw new Error(`no model is called ${name}`);
    return model;
  });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
