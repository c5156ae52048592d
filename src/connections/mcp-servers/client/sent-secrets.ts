import { isDeepStrictEqual } from 'node:util';
import { getSecretForms, redactSecrets } from '../../redaction.ts';
import type { McpTarget } from './types.ts';

/** What a server was shown of its credential, which it may say again: nobody else is to hear it. */
export class SentSecrets {
  readonly #forms = new Set<string>();

  /** The same target; what the server is shown through it is noted. */
  watch(target: McpTarget): McpTarget {
    const { credential } = target;
    if (credential.kind === 'api_key') this.#note(credential.value);
    if (credential.kind !== 'oauth') return target;
    const fresh = async (rejectedVersion?: number) => {
      const accessToken = await credential.tokens.fresh(rejectedVersion);
      this.#note(accessToken.token);
      return accessToken;
    };
    return { ...target, credential: { ...credential, tokens: { fresh } } };
  }

  /** What the server says, without what it was shown. */
  redact<T>(value: T): T {
    return redactSecrets(value, [...this.#forms]);
  }

  /** Whether the server says what it was shown. */
  isContainedIn(value: unknown): boolean {
    return !isDeepStrictEqual(this.redact(value), value);
  }

  #note(secret: string): void {
    for (const form of getSecretForms(secret)) this.#forms.add(form);
  }
}
