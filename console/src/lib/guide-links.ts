/** Address of the guide. */
export const GUIDE_URL = '/docs/guide';

/** Returns the address of the guide's page for a screen: the longest path that the screen's path starts with counts. */
export function getGuideUrl(pages: Readonly<Record<string, string>>, path: string): string {
  const [screen = '/'] = Object.keys(pages)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.length - a.length);
  return `${GUIDE_URL}/${pages[screen]}`;
}
