import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCachedFolder } from '../../support/cached-folder.ts';
import { Client, openWorld, type Tenant, type World } from '../../support/client.ts';
import { runProgram } from '../../support/commands.ts';
import { installExtraPackages } from '../../support/extra-packages.ts';
import { installPythonPackages, PYTHON } from '../../support/python.ts';
import { describeWithRequirement } from '../../support/requirements.ts';

const TSC = new URL('../../../node_modules/.bin/tsc', import.meta.url).pathname;

let world: World;
let tenant: Tenant;
let folder: string;
/** File with the OpenAPI document. */
let document: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  folder = mkdtempSync(join(tmpdir(), 'holdfast-generated-'));
  document = join(folder, 'openapi.json');
  writeFileSync(document, (await new Client(world.stack.baseUrl, undefined).get('/openapi.json')).text);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

/** Runs a program in a folder. Throws with its output if it fails. */
async function runIn(cwd: string, program: string, words: readonly string[], env = process.env): Promise<string> {
  const options = { cwd, env, maxBuffer: 64 << 20 };
  try {
    return (await runProgram(program, words, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${words.join(' ')}\n${`${stdout}${stderr}`.slice(-4000)}`);
  }
}

/** Type-checks TypeScript files of a folder for browsers. */
function checkTypes(cwd: string): Promise<string> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, types: [], target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
    // Declarations of the compiler are not generated.
    ...{ module: 'esnext', moduleResolution: 'bundler', skipDefaultLibCheck: true },
  };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  // One checker: several repeat work on shared types.
  return runIn(cwd, TSC, ['-p', '.', '--checkers', '1']);
}

const GENERATOR = 'org.openapitools:openapi-generator-cli:7.16.0';
/**
 * The JVMs run for seconds, so the slower compiler does not pay off. The small default cache of names makes the
 * generator repeat most of its work.
 */
const JVM = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const NAME_CACHE = '-Dorg.openapitools.codegen.utils.namecache';
const GENERATOR_JVM = [...JVM, '-Xmx1500m', `${NAME_CACHE}.cachesize=100000`, `${NAME_CACHE}.expireafter.seconds=600`];
/** Stops before the compiler writes classes, which costs most of its time. */
const JAVAC = [...JVM.map((option) => `-J${option}`), '-proc:none', '-nowarn', '-XDshould-stop.ifNoError=FLOW'];
/** Tests and documents are left out. Without its models a multipart body has no type. */
const PARTS = {
  ...{ models: '', apis: '', supportingFiles: '', skipFormModel: 'false' },
  ...{ modelDocs: 'false', apiDocs: 'false', modelTests: 'false', apiTests: 'false' },
};

function hasGeneratorTools(): boolean {
  try {
    for (const program of ['mvn', 'javac', 'go'])
      execFileSync(program, program === 'go' ? ['version'] : ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describeWithRequirement(
  { met: hasGeneratorTools(), name: 'a JDK 11 or later, Maven and Go' },
  'openapi-generator',
  () => {
    const languages = ['typescript-fetch', 'go', 'java'];
    const generated = (language: string) => join(folder, language);

    beforeAll(async () => {
      const downloaded = await createCachedFolder('openapi-generator/7.16.0', `downloading ${GENERATOR}`, (target) =>
        runIn(target, 'mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${GENERATOR}`, `-DoutputDirectory=${target}`]),
      );
      const configs = languages.map((language) => {
        const file = join(folder, `${language}.json`);
        const config = { generatorName: language, inputSpec: document, outputDir: generated(language) };
        writeFileSync(file, JSON.stringify({ ...config, globalProperties: PARTS }));
        return file;
      });
      const jar = join(downloaded, readdirSync(downloaded)[0] ?? '');
      const options = ['--threads', '1', '--fail-fast', '--root-dir', folder];
      await runIn(folder, 'java', [...GENERATOR_JVM, '-jar', jar, 'batch', ...options, ...configs]);
    });

    it('makes a TypeScript client that passes the type check', async () => {
      await checkTypes(generated('typescript-fetch'));
    });

    it('makes a Go client that passes the type check', async () => {
      // One analyzer: it needs the types of the package, but no machine code.
      await runIn(generated('go'), 'go', ['vet', '-atomic', './...'], { ...process.env, GOFLAGS: '-mod=mod' });
    });

    it('makes a Java client that passes the checks of the compiler', async () => {
      const target = generated('java');
      const libraries = await createCachedFolder(
        'openapi-generator/7.16.0-java',
        'downloading the libraries of a Java client',
        (into) => runIn(target, 'mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${into}`]),
      );
      const sources = join(target, 'sources.txt');
      writeFileSync(sources, globSync('src/**/*.java', { cwd: target }).join('\n'));
      await runIn(target, 'javac', [...JAVAC, '-cp', join(libraries, '*'), `@${sources}`]);
    });
  },
);

describe('hey-api', () => {
  it('makes a TypeScript client that passes the type check', async () => {
    const packages = await installExtraPackages('@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3');
    const target = join(folder, 'hey-api');
    const words = ['-i', document, '-o', target, '-c', '@hey-api/client-fetch'];
    await runIn(packages, join(packages, 'node_modules/.bin/openapi-ts'), words);
    await checkTypes(target);
  });
});

describeWithRequirement(PYTHON, 'openapi-python-client', () => {
  it('makes a Python client that calls operations', async () => {
    const env = await installPythonPackages('openapi-python-client==0.29.1');
    const generate = [
      'generate',
      '--path',
      document,
      '--output-path',
      join(folder, 'holdfast_client'),
      '--meta',
      'none',
    ];
    await runIn(folder, 'python3', ['-m', 'openapi_python_client', ...generate], env);
    const script = `
import sys
from holdfast_client import AuthenticatedClient
from holdfast_client.api.projects import project_read
_, address, key, organization, project = sys.argv
with AuthenticatedClient(base_url=address, token=key) as client:
    answer = project_read.sync_detailed(organization, project, client=client)
    print(answer.status_code.value, answer.parsed.name)
`;
    const call = ['-c', script, world.stack.baseUrl, tenant.key, tenant.orgId, tenant.projectId];
    const { name } = (await tenant.owner.get(tenant.project)).body;
    expect((await runIn(folder, 'python3', call, env)).trim()).toBe(`200 ${name}`);
  });
});
