import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFix } from '../../console/src/features/home/fixes.ts';
import { findFailureAct } from '../../console/src/features/runs/failure-acts.ts';
import { WAIT_ACTS } from '../../console/src/features/runs/wait-acts.ts';
import { messages as deMessages } from '../../console/src/messages/de/index.ts';
import { messages as firstMessages } from '../../console/src/messages/en/first.ts';
import { messages as enMessages } from '../../console/src/messages/en/index.ts';
import { de } from '../../console/src/words/de/index.ts';
import { en } from '../../console/src/words/en/index.ts';
import { SCORER_KINDS } from '../../src/evals/scorers/index.ts';
import { listAllScopes } from '../../src/identity/oauth/scopes.ts';
import { getMailTexts, MAIL_LANGUAGES } from '../../src/platform/mail/texts/index.ts';
import { getPageLocale } from '../../src/platform/pages/locale.ts';
import { describeScope } from '../../src/platform/pages/messages/scopes/describe.ts';
import { WAITING_KINDS } from '../../src/runs/contract.ts';
import { GUARDRAIL_BLOCKED } from '../../src/tasks/guardrails/hits.ts';
import { GUARDRAIL_KINDS } from '../../src/tasks/guardrails/kinds/index.ts';

const SOURCE = new URL('../../console/src/', import.meta.url).pathname;
const text = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/^(?:words|messages)\//.test(file))
  .map((file) => readFileSync(SOURCE + file, 'utf8'))
  .join('\n');

/** Static uses of messages: `w.ui.close`. */
const named = new Set([...text.matchAll(/\bw\s*\.(\w+)\s*\.(\w+)/g)].map(([, group, name]) => `${group}.${name}`));

/** Names that are destructured from a group: `const { vision, pdf } = w.project`. */
const listDestructured = (group: string) =>
  [...text.matchAll(new RegExp(String.raw`\{([^{}]*)\} = w\.${group};`, 'g'))].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );

function isUsed(group: string, name: string): boolean {
  if (named.has(`${group}.${name}`)) return true;
  if (listDestructured(group).includes(name)) return true;
  // A group with computed access has the name as a string literal somewhere.
  return text.includes(`w.${group}[`) && text.includes(`'${name}'`);
}

describe("the console's messages", () => {
  it('are all used on some page', () => {
    const { problems: _, reasons: __, ...messages } = enMessages;
    const all = Object.entries({ ...en, ...messages }).flatMap(([group, words]) =>
      // The audit log shows the names of resources.
      Object.keys(words).flatMap((name) => (name === 'resources' ? [] : [[group, name] as const])),
    );
    expect(all.filter(([group, name]) => !isUsed(group, name)).map((word) => word.join('.'))).toEqual([]);
  });
});

/** Screens that show before the texts of the others are loaded. */
const FIRST_SCREENS = ['app', 'features/home/home', 'features/approvals/approvals-page', 'features/sign-in/sign-in'];
/** Groups of texts that first screens read only once all are loaded. */
const READ_WHEN_LOADED = ['problems'];

/** Returns the files that a module imports statically, and itself. */
function listImports(entry: string): readonly string[] {
  const files = new Set([entry]);
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s+(?!type\b)[^;]*?from '(\.[^']+\.tsx?)'/gm,
    )) {
      const imported = resolve(dirname(file), path);
      if (!/\/(?:messages|words)\//.test(imported)) files.add(imported);
    }
  return [...files];
}

const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\//g, '');

describe('the first screens', () => {
  it('read only texts that load with them', () => {
    const found = FIRST_SCREENS.flatMap((screen) =>
      listImports(`${SOURCE}${screen}.tsx`).flatMap((file) =>
        [...withoutComments(readFileSync(file, 'utf8')).matchAll(/\bw\.(\w+)/g)].map(([, group = '']) => group),
      ),
    );
    expect(found.length).toBeGreaterThan(100);
    const later = found.filter((group) => !(group in firstMessages) && !READ_WHEN_LOADED.includes(group));
    expect([...new Set(later)]).toEqual([]);
  });
});

/** The server's English texts by their codes. */
describe("the console's translations of server codes", () => {
  const root = new URL('../../', import.meta.url).pathname;
  const languages = { en: { ...en, ...enMessages }, de: { ...de, ...deMessages } };
  const names = (words: object) => Object.keys(words).sort();

  it.each(Object.entries(languages))('have every reason of the source, and no other: %s', (_, words) => {
    const given = new Set<string>();
    for (const file of ['src', 'api', 'activities'].flatMap((folder) => globSync(`${root}${folder}/**/*.ts`))) {
      const source = readFileSync(file, 'utf8');
      const said =
        /(?:reason: |new DomainError\(\s*\d+,\s*|toRunError\(\s*|new (?:TriggerError|ParseError|PreparationFailure)\(\s*)'([A-Z][A-Z_]+)'/g;
      for (const [, reason = ''] of source.matchAll(said)) given.add(reason);
    }
    expect(given.size).toBeGreaterThan(150);
    expect([...given].filter((reason) => !Object.hasOwn(words.reasons, reason)).sort()).toEqual([]);
    const all = ['src', 'api', 'activities'].flatMap((folder) => globSync(`${root}${folder}/**/*.ts`));
    const source = all.map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(names(words.reasons).filter((reason) => !source.includes(`'${reason}'`))).toEqual([]);
  });

  it('have an act for every reason of a failed run', () => {
    const said = /(?:toRunError|new PreparationFailure)\(\s*'([A-Z][A-Z_]+)'/g;
    const folders = ['src/agents', 'src/tasks', 'src/runs', 'activities/agents', 'activities/tasks'];
    const sources = folders.flatMap((folder) => globSync(`${root}${folder}/**/*.ts`));
    const found = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(said)].map(([, reason = '']) => reason),
    );
    const calls = readFileSync(`${root}src/platform/models/errors.ts`, 'utf8').split('/** Reasons for which')[0] ?? '';
    const models = [...calls.matchAll(/\| '(\w+)'/g)].map(([, reason = '']) => `MODEL_${reason.toUpperCase()}`);
    const files = readFileSync(`${root}src/knowledge/parsing/contract.ts`, 'utf8').split('/** Thrown if')[0] ?? '';
    const parsing = [...files.matchAll(/\| '([A-Z_]+)'/g)].map(([, reason = '']) => reason);
    expect([found.length > 30, models.length, parsing.length]).toEqual([true, 13, 10]);
    // They end calls, not runs. An aborted model call has no run that shows it.
    const ofCalls = ['BROKEN_OFF', 'EFFECT_UNKNOWN', 'INVALID_TOOL_CALL', 'MODEL_ABORTED', 'NOT_RECORDED'];
    const reasons = new Set([...found, ...models, ...parsing, 'RUN_INTERRUPTED', GUARDRAIL_BLOCKED]);
    const without = [...reasons].filter((reason) => !findFix(reason) && !findFailureAct(reason));
    expect(without.toSorted()).toEqual(ofCalls);
  });

  it('have an act for every kind of wait that does not end by itself', () => {
    const without = WAITING_KINDS.filter((kind) => {
      const { action, cause } = WAIT_ACTS[kind];
      return action === undefined && (cause === undefined || !findFix(cause));
    });
    expect(without).toEqual(['retry', 'worker', 'paused', 'equal_bytes']);
  });

  it.each(Object.entries(languages))('have every kind of wait, guardrail and audit event: %s', (_, words) => {
    expect(names(words.runs.waits)).toEqual([...WAITING_KINDS].sort());
    // A judge writes its own reasoning.
    const scorers = SCORER_KINDS.map(({ name }) => name).filter((name) => name !== 'judge');
    expect(names(words.evals.scorerSays)).toEqual(scorers.sort());
    expect(names(words.building.guardrailKinds)).toEqual(GUARDRAIL_KINDS.map(({ name }) => name).sort());
    const rules = GUARDRAIL_KINDS.flatMap(({ config }) => {
      const { rules: of } = config.properties as { readonly rules?: { readonly items: { readonly enum: string[] } } };
      return of?.items.enum ?? [];
    });
    expect(rules.length).toBeGreaterThan(40);
    expect(names(words.building.guardrailRules)).toEqual(rules.toSorted());
    const types = [...readFileSync(`${root}docs/audit.md`, 'utf8').matchAll(/^\| `([a-z_]+)\.([a-z_]+)` \|/gm)];
    expect(types.length).toBeGreaterThan(140);
    const groups = Object.values(words) as readonly { readonly resources?: object }[];
    const resources = Object.assign({ ...words.settings.audited.things }, ...groups.map((group) => group.resources));
    for (const [type, thing = '', act = ''] of types)
      expect([resources, words.settings.audited.acts], type).toEqual([
        expect.objectContaining({ [thing]: expect.any(String) }),
        expect.objectContaining({ [act]: expect.any(String) }),
      ]);
  });

  it('differ between German and English', () => {
    const texts = (words: typeof languages.en | typeof languages.de) => [
      words.reasons,
      words.runs.waits,
      words.settings.audited.acts,
    ];
    const same = texts(languages.en).flatMap((group, at) =>
      Object.entries(group).flatMap(([name, said]) =>
        (texts(languages.de)[at] as Record<string, string>)[name] === said ? [name] : [],
      ),
    );
    expect(same).toEqual([]);
  });
});

describe('the messages of pages that the API serves', () => {
  const pages = [
    ...new Set([getPageLocale({ headers: {} }), getPageLocale({ headers: { 'accept-language': 'de-CH, en;q=0.5' } })]),
  ];

  it('are in the requested language, or else in English', () => {
    const languageFor = (accepted: string, cookie = '') =>
      getPageLocale({ headers: { 'accept-language': accepted, cookie } }).language;
    expect(pages.map(({ language }) => language)).toEqual(['en', 'de']);
    expect([languageFor('fr'), languageFor('fr, de;q=0.2'), languageFor('*')]).toEqual(['en', 'de', 'en']);
    expect(languageFor('de', 'a=b; holdfast_language=en')).toBe('en');
    expect(languageFor('de', 'holdfast_language=xx')).toBe('de');
    expect(getPageLocale({ headers: { cookie: 'holdfast_theme=dark' } }).theme).toBe('dark');
    expect(getPageLocale({ headers: { cookie: 'holdfast_theme="><script>' } }).theme).toBeUndefined();
  });

  it.each(pages)('describe every scope: $language', ({ messages: words }) => {
    for (const scope of listAllScopes()) {
      const said = describeScope(words, scope);
      expect(said, scope).not.toMatch(/_|^\w+: /);
      expect(said.split(': ').at(-1), scope).toBeTruthy();
    }
    const rights = new Set(listAllScopes().map((scope) => scope.split(':')[1]));
    expect(Object.keys(words.rights).filter((right) => !rights.has(right))).toEqual([]);
  });
});

describe('the messages of mails', () => {
  it('differ in every sentence between languages', () => {
    const saidIn = (words: object, at = ''): [string, string][] =>
      Object.entries(words).flatMap(([name, said]) =>
        typeof said === 'object' ? saidIn(said, `${at}${name}.`) : [[at + name, String(said)] as [string, string]],
      );
    const [english, german] = MAIL_LANGUAGES.map((language) => saidIn(getMailTexts(language)));
    expect(english?.length).toBeGreaterThan(40);
    expect(german?.filter(([, said], at) => said === english?.[at]?.[1])).toEqual([]);
  });
});
