import { Resolver } from 'node:dns/promises';

/** Timeout of one lookup attempt in milliseconds. */
const LOOKUP_TIMEOUT_MS = 3000;
const MAX_ATTEMPTS = 2;
/** Error codes for a name or record that does not exist. */
const NOT_FOUND_CODES = ['ENOTFOUND', 'ENODATA'];

/** Resolver of TXT records. */
export interface TxtResolver {
  /** Returns the TXT records of a name, each joined into one text. Rejects if no server responds. */
  resolveTxt(name: string): Promise<string[]>;
}

/** Creates a resolver for these servers. Without servers it uses the machine's own. */
export function createTxtResolver(servers: readonly string[]): TxtResolver {
  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: MAX_ATTEMPTS });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async resolveTxt(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        if (NOT_FOUND_CODES.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
        throw error;
      }
    },
  };
}
