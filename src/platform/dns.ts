import { Resolver } from 'node:dns/promises';

/** Milliseconds that one try of a look-up may take, and how many tries it has. */
const LOOKUP_TIMEOUT_MS = 3000;
const MAX_ATTEMPTS = 2;
/** What the resolver says where a name or a record does not exist. */
const NOT_FOUND_CODES = ['ENOTFOUND', 'ENODATA'];

/** Reads TXT records. */
export interface TxtResolver {
  /** Texts of a name's TXT records, each in one piece; none where the name has none. Rejects when nobody could be asked. */
  resolveTxt(name: string): Promise<string[]>;
}

/** Opens a resolver on these servers, or on the machine's own where there are none. */
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
