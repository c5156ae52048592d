/** The protocol's library, imported where it is first needed: it takes a tenth of a second and 35 MB. */

let loading: Promise<typeof import('@modelcontextprotocol/client')> | undefined;

export type Sdk = typeof import('@modelcontextprotocol/client');

export function loadSdk(): Promise<Sdk> {
  loading ??= import('@modelcontextprotocol/client');
  return loading;
}
