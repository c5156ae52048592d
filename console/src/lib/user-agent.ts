/** Patterns in order of precedence: most browsers also claim to be another one. */
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

/** Formats a user agent as browser and system: `Firefox, Linux`. Returns an unknown one unchanged. */
export function formatUserAgent(userAgent: string): string {
  const names = [findName(BROWSERS, userAgent), findName(OPERATING_SYSTEMS, userAgent)].filter(
    (name) => name !== undefined,
  );
  return names.length > 0 ? names.join(', ') : userAgent;
}
