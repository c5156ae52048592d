import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a row of links sideways to that of the page that is shown: on a phone, and in languages with long words, there are
 * more of them than fit. `at` changes with what is shown; the row's width changes when a phone is turned.
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, at: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is what moves the row
  useEffect(() => {
    const links = row.current;
    if (!links) return;
    const show = () => {
      const link = links.querySelector<HTMLElement>('[aria-current=page]');
      if (!link) return;
      const [frame, place] = [links.getBoundingClientRect(), link.getBoundingClientRect()];
      links.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
    };
    // Says the first size too, so that this shows the link at once.
    const sizes = new ResizeObserver(show);
    sizes.observe(links);
    return () => sizes.disconnect();
  }, [row, at]);
}
