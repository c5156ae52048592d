/** How addresses of servers begin that the installation runs itself; the name follows. */
const SCHEME = 'stdio:';

/** Whether an address is that of a server which the installation runs itself. */
export function isStdioUrl(url: string): boolean {
  return url.startsWith(SCHEME);
}

/** The name in such an address. */
export function getStdioName(url: string): string {
  return url.slice(SCHEME.length);
}
