/** Scheme of URLs of servers that the installation runs. */
const SCHEME = 'stdio:';

/** Whether a URL is that of a server that the installation runs. */
export function isStdioUrl(url: string): boolean {
  return url.startsWith(SCHEME);
}

/** Returns the name in a stdio URL. */
export function getStdioName(url: string): string {
  return url.slice(SCHEME.length);
}
