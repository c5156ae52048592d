/** Loads the SDK on first use: it takes 0.1 seconds and 35 MB. */

let loading: Promise<typeof import('@modelcontextprotocol/client')> | undefined;

export type Sdk = typeof import('@modelcontextprotocol/client');

/** Loads the SDK once per process. */
export function loadSdk(): Promise<Sdk> {
  loading ??= import('@modelcontextprotocol/client');
  return loading;
}
