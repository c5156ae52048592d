import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONSOLE_PROVIDERS_FILE, formatConsoleProviders } from '../../scripts/console-providers.ts';
import { getSettingSchemas, LlmConfig } from '../../src/platform/models/llm-config.ts';
import { FALLBACK_MODEL, PROVIDERS } from '../../src/platform/models/providers/index.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const FOLDER = 'src/platform/models/providers';
const PRODUCT = '{src,api,activities,workflows,console/src,scripts}/**/*.{ts,tsx,js}';

/** Files and folders in which the name means something else, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  [CONSOLE_PROVIDERS_FILE]: 'generated from the providers',
  'api/openai/': 'the API of the same name',
  'api/modules.ts': 'the module of that API',
  'api/openapi/': 'the error form of that API',
  'api/plugins/errors.ts': 'the error form of that API',
  'src/runs/responses/': 'the responses of that API',
  'scripts/pictures/': 'the models of the pictures',
  'scripts/prune-packages.js': 'the name of a package',
  'src/platform/telemetry/model-spans.ts': 'the names of providers in the semantic conventions',
  'src/connections/integrations/kinds/': 'services of the same company',
  'src/platform/config/integrations.ts': 'an OAuth client for these services',
  'src/platform/config/web-search.ts': 'the protocol of a search service',
  'src/platform/pdf/fonts.ts': 'the name of a package',
  'src/tasks/guardrails/kinds/secrets.ts': 'kinds of secrets that a text may contain',
  'console/src/features/code/': 'the client of the API of the same name',
  'console/src/messages/': 'texts about services, secrets and settings',
  'console/src/messages/de/problems/tools.ts': 'texts of the server about tools',
};

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** A provider whose name is a common word is only recognized in quotes. */
const COMMON_WORDS: readonly string[] = [FALLBACK_MODEL.provider];
const NAMES = PROVIDERS.map(({ name }) => name);
const words = NAMES.filter((name) => !COMMON_WORDS.includes(name));
const MENTION = new RegExp(`\\b(?:${words.join('|')})\\b|(['"\`])(?:${COMMON_WORDS.join('|')})\\1`, 'i');

const files = globSync(PRODUCT, { cwd: ROOT }).toSorted();
const mentioning = files.filter((file) => MENTION.test(read(file)));

describe('a model provider', () => {
  it('is named in its own file and in the list, and nowhere else in the product', () => {
    const isException = (file: string) => Object.keys(EXCEPTIONS).some((prefix) => file.startsWith(prefix));
    const elsewhere = mentioning.filter((file) => !file.startsWith(`${FOLDER}/`) && !isException(file));
    expect(elsewhere).toEqual([]);
    // Every exception is still needed.
    for (const prefix of Object.keys(EXCEPTIONS))
      expect(
        mentioning.some((file) => file.startsWith(prefix)),
        prefix,
      ).toBe(true);
  });

  it.each(NAMES)('is imported by the list only: %s', (name) => {
    const own = files.filter((file) => file === `${FOLDER}/${name}.ts` || file.startsWith(`${FOLDER}/${name}/`));
    expect(own.length).toBeGreaterThan(0);
    const importing = files.filter(
      (file) => !own.includes(file) && new RegExp(`from '[^']*/${name}(?:/[\\w-]+)?\\.ts'`).test(read(file)),
    );
    expect(importing.filter((file) => file.startsWith('src/platform/models/'))).toEqual([`${FOLDER}/index.ts`]);
  });

  it('has a name, and a key variable that no other has', () => {
    expect(new Set(NAMES).size).toBe(NAMES.length);
    const variables = PROVIDERS.flatMap(({ standardKey }) => standardKey?.variable ?? []);
    expect(new Set(variables).size).toBe(variables.length);
    // What a key adds can be called: its embedding models have an adapter.
    for (const { name, standardKey, embeddings } of PROVIDERS)
      expect((standardKey?.embeddings.length ?? 0) > 0 && embeddings === undefined, name).toBe(false);
  });

  it('has settings that the API accepts', () => {
    const accepted = Object.keys(LlmConfig.properties);
    for (const name of NAMES)
      expect(accepted, name).toEqual(expect.arrayContaining(Object.keys(getSettingSchemas(name))));
  });

  it('is listed in the console', () => {
    expect(read(CONSOLE_PROVIDERS_FILE), 'run: npm run client').toBe(formatConsoleProviders());
  });

  it('is documented with its key and its settings', () => {
    const page = read('docs/models.md');
    for (const { name, standardKey, settings } of PROVIDERS)
      for (const term of [name, standardKey?.variable ?? name, ...Object.keys(settings)])
        expect(page).toContain(`\`${term}`);
  });
});
