import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a row of links sideways until the link of the current page is centered. `currentKey` changes with the current
 * page. On a phone, and in languages with long words, not all links fit.
 */
export function useScrollToCurrentLink(containerRef: RefObject<HTMLElement | null>, currentKey: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current page triggers the scroll
  useEffect(() => {
    const container = containerRef.current;
    if (!container) return;
    const scrollToCurrent = () => {
      const link = container.querySelector<HTMLElement>('[aria-current=page]');
      if (!link) return;
      const [containerRect, linkRect] = [container.getBoundingClientRect(), link.getBoundingClientRect()];
      container.scrollLeft += linkRect.left - containerRect.left - (containerRect.width - linkRect.width) / 2;
    };
    // The observer also fires for the initial size, so the first call happens at once.
    const observer = new ResizeObserver(scrollToCurrent);
    observer.observe(container);
    return () => observer.disconnect();
  }, [containerRef, currentKey]);
}
