import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { de, messages as deMessages } from '../../console/src/words/de/index.ts';
import { en, messages as enMessages } from '../../console/src/words/en/index.ts';
import { SCORER_KINDS } from '../../src/evals/scorers/index.ts';
import { listAllScopes } from '../../src/identity/oauth/scopes.ts';
import { getPageLocale } from '../../src/identity/page-messages/locale.ts';
import { describeScope } from '../../src/identity/page-messages/scopes/describe.ts';
import { getMailTexts, MAIL_LANGUAGES } from '../../src/platform/mail/texts/index.ts';
import { WAITING_KINDS } from '../../src/runs/contract.ts';
import { GUARDRAIL_KINDS } from '../../src/tasks/guardrails/kinds/index.ts';

const SOURCE = new URL('../../console/src/', import.meta.url).pathname;
const text = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/^(?:words|messages)\//.test(file))
  .map((file) => readFileSync(SOURCE + file, 'utf8'))
  .join('\n');

/** Words that are asked for by their names: `w.ui.close`. */
const named = new Set([...text.matchAll(/\bw\s*\.(\w+)\s*\.(\w+)/g)].map(([, room, name]) => `${room}.${name}`));

/** Names that are taken out of the words of a room at once: `const { vision, pdf } = w.project`. */
const takenFrom = (room: string) =>
  [...text.matchAll(new RegExp(String.raw`\{([^{}]*)\} = w\.${room};`, 'g'))].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );

function isUsed(room: string, name: string): boolean {
  if (named.has(`${room}.${name}`)) return true;
  if (takenFrom(room).includes(name)) return true;
  // A room whose words are asked for by a name that is only known in the browser has that name as a text somewhere.
  return text.includes(`w.${room}[`) && text.includes(`'${name}'`);
}

describe("the console's words", () => {
  it('are all on some screen', () => {
    const { problems: _, reasons: __, ...messages } = enMessages;
    const all = Object.entries({ ...en, ...messages }).flatMap(([room, words]) =>
      Object.keys(words).map((name) => [room, name] as const),
    );
    expect(all.filter(([room, name]) => !isUsed(room, name)).map((word) => word.join('.'))).toEqual([]);
  });
});

/** What the server says in English, by what names it there. */
describe("what the console's languages say in place of the server", () => {
  const root = new URL('../../', import.meta.url).pathname;
  const languages = { en: { ...en, ...enMessages }, de: { ...de, ...deMessages } };
  const names = (words: object) => Object.keys(words).sort();

  it.each(Object.entries(languages))('has every reason that the source gives, and no other: %s', (_, words) => {
    const given = new Set<string>();
    for (const file of ['src', 'api', 'activities'].flatMap((floor) => globSync(`${root}${floor}/**/*.ts`))) {
      const source = readFileSync(file, 'utf8');
      const said =
        /(?:reason: |new DomainError\(\s*\d+,\s*|toRunError\(\s*|new (?:TriggerError|ParseError|PreparationFailure)\(\s*)'([A-Z][A-Z_]+)'/g;
      for (const [, reason = ''] of source.matchAll(said)) given.add(reason);
    }
    expect(given.size).toBeGreaterThan(150);
    expect([...given].filter((reason) => !Object.hasOwn(words.reasons, reason)).sort()).toEqual([]);
    const all = ['src', 'api', 'activities'].flatMap((floor) => globSync(`${root}${floor}/**/*.ts`));
    const source = all.map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(names(words.reasons).filter((reason) => !source.includes(`'${reason}'`))).toEqual([]);
  });

  it.each(Object.entries(languages))('has every kind of wait, guardrail and event of the audit: %s', (_, words) => {
    expect(names(words.runs.waits)).toEqual([...WAITING_KINDS].sort());
    // A judge gives its reasons itself.
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
    for (const [type, thing = '', act = ''] of types)
      expect([words.settings.audited.things, words.settings.audited.acts], type).toEqual([
        expect.objectContaining({ [thing]: expect.any(String) }),
        expect.objectContaining({ [act]: expect.any(String) }),
      ]);
  });

  it('says in German what it says in English: the words differ', () => {
    const texts = (words: typeof languages.en | typeof languages.de) => [
      words.reasons,
      words.runs.waits,
      words.settings.audited.acts,
    ];
    const same = texts(languages.en).flatMap((room, at) =>
      Object.entries(room).flatMap(([name, said]) =>
        (texts(languages.de)[at] as Record<string, string>)[name] === said ? [name] : [],
      ),
    );
    expect(same).toEqual([]);
  });
});

describe('the words of the pages that the API serves', () => {
  const pages = [
    ...new Set([getPageLocale({ headers: {} }), getPageLocale({ headers: { 'accept-language': 'de-CH, en;q=0.5' } })]),
  ];

  it('are of the language that is asked for, and English where there is no other', () => {
    const languageFor = (accepted: string, cookie = '') =>
      getPageLocale({ headers: { 'accept-language': accepted, cookie } }).language;
    expect(pages.map(({ language }) => language)).toEqual(['en', 'de']);
    expect([languageFor('fr'), languageFor('fr, de;q=0.2'), languageFor('*')]).toEqual(['en', 'de', 'en']);
    expect(languageFor('de', 'a=b; holdfast_language=en')).toBe('en');
    expect(languageFor('de', 'holdfast_language=xx')).toBe('de');
    expect(getPageLocale({ headers: { cookie: 'holdfast_theme=dark' } }).theme).toBe('dark');
    expect(getPageLocale({ headers: { cookie: 'holdfast_theme="><script>' } }).theme).toBeUndefined();
  });

  it.each(pages)('say every scope in words: $language', ({ messages: words }) => {
    for (const scope of listAllScopes()) {
      const said = describeScope(words, scope);
      expect(said, scope).not.toMatch(/_|^\w+: /);
      expect(said.split(': ').at(-1), scope).toBeTruthy();
    }
    const rights = new Set(listAllScopes().map((scope) => scope.split(':')[1]));
    expect(Object.keys(words.rights).filter((right) => !rights.has(right))).toEqual([]);
  });
});

describe('the words of mails', () => {
  it('differ in every sentence from one language to the other', () => {
    const saidIn = (words: object, at = ''): [string, string][] =>
      Object.entries(words).flatMap(([name, said]) =>
        typeof said === 'object' ? saidIn(said, `${at}${name}.`) : [[at + name, String(said)] as [string, string]],
      );
    const [english, german] = MAIL_LANGUAGES.map((language) => saidIn(getMailTexts(language)));
    expect(english?.length).toBeGreaterThan(40);
    expect(german?.filter(([, said], at) => said === english?.[at]?.[1])).toEqual([]);
  });
});
