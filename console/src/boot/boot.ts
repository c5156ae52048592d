/**
 * Stands in the index itself and runs before anything is painted: sets the colours, and begins what the page would else come
 * to only after its scripts are there, one thing after the other. What it asks the API for is answered, or refused, to who
 * is signed in as ever.
 */
import { chosenTheme, showTheme } from '../lib/theme.ts';
import { chosenLanguage } from '../words/chosen.ts';
import { addressesFor } from './addresses.ts';

/** Addresses of scripts, which the build puts in here: those of each language, and those of each room by how its address begins. */
declare const __SCRIPTS__: {
  readonly languages: Readonly<Record<string, readonly string[]>>;
  readonly screens: Readonly<Record<string, readonly string[]>>;
};

/** Longer than the slowest page takes to be there. */
const KEPT_MS = 60_000;

const { languages, screens } = __SCRIPTS__;

function load(scripts: readonly string[] = []): void {
  for (const href of scripts)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: 'anonymous', href }),
    );
}

showTheme(chosenTheme());
const early: typeof globalThis.holdfastEarly = new Map();
for (const address of addressesFor(location)) {
  const answer = fetch(address);
  // Who never asks for it shall not read of an error of it.
  answer.catch(() => {});
  early.set(new URL(address, location.origin).href, answer);
}
globalThis.holdfastEarly = early;
// Who comes to it later reads it anew.
setTimeout(() => {
  globalThis.holdfastEarly = undefined;
}, KEPT_MS);
load(languages[chosenLanguage(Object.keys(languages)) ?? 'en']);
load(screens[location.pathname.split('/')[1] ?? '']);
