import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a row of links sideways to that of the page that is shown: on a phone, and in languages with long words, there are
 * more of them than fit. `at` changes with what is shown.
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, at: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is what moves the row
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!row.current || !link) return;
    const [frame, place] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()];
    row.current.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
  }, [row, at]);
}
