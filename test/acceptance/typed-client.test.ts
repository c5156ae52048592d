import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateTypes } from '../../client/generate.ts';
import { play } from '../support/agents.ts';
import { openWorld, type World } from '../support/client.ts';
import { runProgram } from '../support/commands.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

let world: World;
let folder: string;

/** Compiler options of the program, as strict as possible. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  include: ['*.ts'],
};

beforeAll(() => {
  world = openWorld();
  folder = mkdtempSync(join(tmpdir(), 'holdfast-client-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(new URL('client/drive.ts', import.meta.url), join(folder, 'drive.ts'));
  const page = readFileSync(join(ROOT, 'docs/client.md'), 'utf8');
  writeFileSync(join(folder, 'documented.ts'), /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

/** A script of one call that waits for a person, and a response. */
const calculation = () =>
  play(world, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] }, { text: 'It is 42.' }]);

describe('the typed client', () => {
  it('matches the types of the document that the API serves', async () => {
    const document = (await (await fetch(`${world.stack.baseUrl}/api/v1/openapi.json`)).json()) as object;
    const committed = readFileSync(join(ROOT, 'client/openapi.ts'), 'utf8');
    expect((await generateTypes(document)) === committed, 'generate the types again with: npm run client').toBe(true);
  });

  it('compiles programs that use it without a cast', async () => {
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout } = await runProgram(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('drives a complete agent run with an approval', async () => {
    const tenant = await world.tenant();
    const script = await calculation();
    const args = [world.stack.baseUrl, tenant.key, tenant.orgId, tenant.projectId, script.message];
    const { stdout } = await runProgram(process.execPath, [join(folder, 'drive.ts'), ...args]);
    expect(JSON.parse(stdout)).toEqual({
      waiting: 'approval',
      approved: 'approved',
      decisions: ['checked'],
      reason: 'APPROVAL_REQUEST_NOT_PENDING',
      output: 'It is 42.',
      tokens: expect.any(Number),
      same: true,
      asked: 'approval_required',
      streamed: ['approval_required', 'done'],
      listed: true,
    });
  });

  it('behaves as its documentation says', async () => {
    const tenant = await world.tenant();
    const env = { HOLDFAST_URL: world.stack.baseUrl, HOLDFAST_KEY: tenant.key, HOLDFAST_MODEL: 'scripted' };
    const { message } = await calculation();
    const { stdout } = await runProgram(process.execPath, [join(folder, 'documented.ts'), message], { env });
    expect(stdout).toMatch(/^It is 42\.\ncompleted: \d+ tokens\nBookkeeper\n$/);
  });
});
