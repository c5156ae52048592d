/** Names by which a machine is reached from itself alone. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is of this machine. */
export const isLocalUrl = (address: string) => LOCAL_HOSTS.has(new URL(address).hostname);

/** Where the console takes a link that signs in. What stands behind the # never leaves the browser, so that no log has it. */
export const toSignInUrl = (consoleUrl: string, token: string) => `${consoleUrl}/sign-in#link=${token}`;
