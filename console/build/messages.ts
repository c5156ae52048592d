import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const CATALOG = /\/src\/messages\/[a-z-]+\/(?:first|later)\.ts$/;

/** Parses the ICU messages of a catalog, so that no browser has to. */
export function compileMessages(messages: object): object {
  return Object.fromEntries(
    Object.entries(messages).map(([key, of]) => [
      key,
      typeof of === 'string' ? compileMessage(key, of) : compileMessages(of),
    ]),
  );
}

function compileMessage(key: string, message: string): unknown {
  try {
    return compile(message);
  } catch (cause) {
    throw new Error(`the message ${key} is not ICU: ${message}`, { cause });
  }
}

/** Replaces each catalog of messages by one module of compiled messages. */
export function messageCatalogs(): Plugin {
  return {
    name: 'holdfast:messages',
    async load(id) {
      if (!CATALOG.test(id)) return null;
      const { messages } = (await import(id)) as { readonly messages: object };
      const json = JSON.stringify(JSON.stringify(compileMessages(messages)));
      return `export const messages = JSON.parse(${json});`;
    },
  };
}
