import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/modules.ts';
import { describeOperations } from '../../../api/openapi/document.ts';
import { describeWithRequirement } from '../../support/requirements.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const TSC = join(ROOT, 'node_modules/.bin/tsc');
/** The jar of org.openapitools:openapi-generator-cli, and the commands of the packages of PyPI and npm. */
const { OPENAPI_GENERATOR_JAR: jar = '', OPENAPI_PYTHON_CLIENT: python = '', OPENAPI_TS: heyApi = '' } = process.env;
const TIMEOUT_MS = 600_000;

let folder: string;
let document: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-clients-'));
  document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(describeOperations(OPERATIONS, 'http://localhost:8080')));
});

const run = (command: string, args: readonly string[], cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
const generate = (generator: string) => {
  run('java', ['-jar', jar, 'generate', '-i', document, '-g', generator, '-o', generator]);
  return join(folder, generator);
};
const compileTypes = (output: string) => {
  const config = join(folder, `tsconfig-${output}.json`);
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    noEmit: true,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, include: [`${output}/**/*.ts`] }));
  run(TSC, ['-p', config]);
};
const has = (command: string) => spawnSync(command, ['--version']).error === undefined;

describeWithRequirement(
  { met: existsSync(jar) && has('java') && has('go'), name: 'OPENAPI_GENERATOR_JAR, java and go' },
  'the output of openapi-generator',
  () => {
    it('compiles for Go', { timeout: TIMEOUT_MS }, () => {
      const output = generate('go');
      run('go', ['mod', 'tidy'], output);
      run('go', ['build', './...'], output);
    });
  },
);

describeWithRequirement(
  { met: existsSync(python), name: 'OPENAPI_PYTHON_CLIENT, the command of openapi-python-client' },
  'the output of openapi-python-client',
  () => {
    it('compiles', { timeout: TIMEOUT_MS }, () => {
      const output = run(python, ['generate', '--path', document, '--output-path', 'python', '--meta', 'none']);
      expect(output).not.toContain('WARNING');
      run('python3', ['-m', 'compileall', '-q', 'python']);
    });
  },
);

describeWithRequirement(
  { met: existsSync(heyApi), name: 'OPENAPI_TS, the command of @hey-api/openapi-ts' },
  'the output of hey-api',
  () => {
    it('compiles', { timeout: TIMEOUT_MS }, () => {
      run(heyApi, ['-i', document, '-o', 'hey-api']);
      compileTypes('hey-api');
    });
  },
);
