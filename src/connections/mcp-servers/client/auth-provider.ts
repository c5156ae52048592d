import type { AuthProvider } from '@modelcontextprotocol/client';
import type { AccessToken } from './tokens.ts';
import type { McpCredential } from './types.ts';

/**
 * What shows a connection's access token to the library. A refused token is renewed once per request; all else that
 * authorizing takes is done where people are.
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
