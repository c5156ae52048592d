import type { AuthProvider } from '@modelcontextprotocol/client';
import type { AccessToken, McpCredential } from './types.ts';

/**
 * Creates the auth provider of the SDK. It renews a rejected token once per request; users do the rest of the
 * authorization.
 */
export function createAuthProvider(credential: McpCredential): AuthProvider | undefined {
  if (credential.kind !== 'oauth') return undefined;
  const { tokens } = credential;
  let current: AccessToken | undefined;
  return {
    async token() {
      current ??= await tokens.fresh();
      return current.token;
    },
    async onUnauthorized() {
      current = await tokens.fresh(current?.version);
    },
  };
}
