/** How addresses of servers begin that the installation runs itself; the name follows. */
const SCHEME = 'stdio:';

/** Whether an address is that of a server which the installation runs itself. */
export function isStdio(address: string): boolean {
  return address.startsWith(SCHEME);
}

/** The name in such an address. */
export function stdioName(address: string): string {
  return address.slice(SCHEME.length);
}
