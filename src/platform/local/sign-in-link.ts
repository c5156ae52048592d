/** Host names of the local machine. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether a URL is local. */
export const isLocalUrl = (address: string) => LOCAL_HOSTS.has(new URL(address).hostname);

/** Returns the console's sign-in URL. The fragment never leaves the browser, so that no log contains the token. */
export const toSignInUrl = (consoleUrl: string, token: string) => `${consoleUrl}/sign-in#link=${token}`;
