import { isDeepStrictEqual } from 'node:util';
import { formsOf, withoutSecrets } from '../../redaction.ts';
import type { McpTarget } from './types.ts';

/** What a server was shown of its credential, which it may say again: nobody else is to hear it. */
export class ShownSecrets {
  readonly #forms = new Set<string>();

  /** The same target; what the server is shown through it is noted. */
  watched(target: McpTarget): McpTarget {
    const { credential } = target;
    if (credential.kind === 'api_key') this.#note(credential.value);
    if (credential.kind !== 'oauth') return target;
    const fresh = async (rejectedVersion?: number) => {
      const given = await credential.tokens.fresh(rejectedVersion);
      this.#note(given.token);
      return given;
    };
    return { ...target, credential: { ...credential, tokens: { fresh } } };
  }

  /** What the server says, without what it was shown. */
  clean<T>(said: T): T {
    return withoutSecrets(said, [...this.#forms]);
  }

  /** Whether the server says what it was shown. */
  isIn(said: unknown): boolean {
    return !isDeepStrictEqual(this.clean(said), said);
  }

  #note(secret: string): void {
    for (const form of formsOf(secret)) this.#forms.add(form);
  }
}
