import { isDeepStrictEqual } from 'node:util';
import { getSecretForms, redactSecrets } from '../../redaction.ts';
import type { McpTarget } from './types.ts';

/** Secrets sent to a server, which it may echo. They are redacted from its output. */
export class SentSecrets {
  readonly #forms = new Set<string>();

  /** Returns a target that records the secrets sent through it. */
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

  /** Redacts the sent secrets from a value. */
  redact<T>(value: T): T {
    return redactSecrets(value, [...this.#forms]);
  }

  /** Whether a value contains a sent secret. */
  isContainedIn(value: unknown): boolean {
    return !isDeepStrictEqual(this.redact(value), value);
  }

  #note(secret: string): void {
    for (const form of getSecretForms(secret)) this.#forms.add(form);
  }
}
