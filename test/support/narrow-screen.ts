import type { Page } from 'playwright-core';

const SIZES = [
  { width: 320, height: 568 },
  // A screen of 1280 × 800 pixels at 200% zoom.
  { width: 640, height: 400 },
] as const;

/** Returns the controls that no scrolling brings into the window, and `page` if it scrolls sideways. */
const FIND_OUTSIDE = `(() => {
  const scrolls = (element) => element && (element.scrollWidth > element.clientWidth
    && ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const root = document.querySelector('dialog[open]') ?? document.querySelector('main');
  return [
    ...(document.documentElement.scrollWidth > innerWidth ? ['page'] : []),
    ...[...root.querySelectorAll('button, a, input, select, textarea, summary')]
      .filter((control) => {
        const { width, left, right } = control.getBoundingClientRect();
        return width > 1 && (left < 0 || right > innerWidth + 1) && !scrolls(control.parentElement);
      })
      .map((control) => control.textContent || control.outerHTML.slice(0, 100)),
  ];
})()`;

/** Returns what of the page or of its dialog a narrow screen or one at 200 % zoom loses. Leaves the page narrow. */
export async function findLostControls(page: Page): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    lost.push(...(await page.evaluate<readonly string[]>(FIND_OUTSIDE)).map((what) => `${size.width} px: ${what}`));
  }
  return lost;
}
