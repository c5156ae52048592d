/** Names by which a machine is reached from itself alone. */
const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is of this machine. */
export const isLocal = (address: string) => OWN_NAMES.has(new URL(address).hostname);

/** Where the console takes a link that signs in. What stands behind the # never leaves the browser, so that no log has it. */
export const signInLinkUrl = (consoleUrl: string, token: string) => `${consoleUrl}/sign-in#link=${token}`;
