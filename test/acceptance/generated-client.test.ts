import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { play } from '../support/agents.ts';
import { openWorld, type World } from '../support/client.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

let world: World;
let folder: string;

/** The program's own settings: as strict as a careful stranger's. */
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

beforeAll(async () => {
  world = openWorld();
  folder = mkdtempSync(join(tmpdir(), 'holdfast-client-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(new URL('client/drive.ts', import.meta.url), join(folder, 'drive.ts'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  const document = await fetch(`${world.stack.baseUrl}/api/v1/openapi.json`);
  writeFileSync(join(folder, 'openapi.json'), await document.text());
  await run(bin('oazapfts'), ['openapi.json', 'client.ts'], { cwd: folder });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

describe('a client generated from the OpenAPI document', () => {
  it('fits a program that was written against it, without a cast', async () => {
    const { stdout } = await run(bin('tsc'), ['-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('drives a whole run of an agent with an approval', async () => {
    const tenant = await world.tenant();
    const script = await play(world, [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
      { text: 'It is 42.' },
    ]);
    const args = [world.stack.baseUrl, tenant.key, tenant.orgId, tenant.projectId, script.message];
    const { stdout } = await run(process.execPath, [join(folder, 'drive.ts'), ...args]);
    expect(JSON.parse(stdout)).toEqual({
      waiting: 'approval',
      approved: 'approved',
      decisions: ['checked'],
      reason: 'APPROVAL_REQUEST_NOT_PENDING',
      output: 'It is 42.',
      tokens: expect.any(Number),
      same: true,
      asked: 'approval_required',
    });
  });
});
