/** Names by what they call themselves; the first that fits is it, since all of them claim to be some other too. */
const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;
const OPERATING_SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const findName = (names: readonly (readonly [string, RegExp])[], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** A browser as people know it: `Firefox, Linux`. What is none that is known is shown as it called itself. */
export function formatUserAgent(userAgent: string): string {
  const names = [findName(BROWSERS, userAgent), findName(OPERATING_SYSTEMS, userAgent)].filter(
    (name) => name !== undefined,
  );
  return names.length > 0 ? names.join(', ') : userAgent;
}
