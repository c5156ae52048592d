/** Pixels from the end within which the reader counts as being there. */
const END_TOLERANCE_PX = 80;
/** Space above a pending request, in pixels. */
const CARD_MARGIN_PX = 12;

/**
 * Keeps a scroll container at its end while its content grows, until the reader scrolls up. A pending request shows
 * from its start, because its end is no use without the arguments. Returns a function that stops it.
 */
export function followGrowth(scroller: HTMLElement | null, content: HTMLElement | null): (() => void) | undefined {
  if (!scroller || !content) return undefined;
  let isFollowing = true;
  let lastTop = 0;
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    if (scrollHeight - scrollTop - clientHeight < END_TOLERANCE_PX) isFollowing = true;
    else if (scrollTop < lastTop - 1) isFollowing = false;
    lastTop = scrollTop;
  };
  const observer = new ResizeObserver(() => {
    if (!isFollowing) return;
    const card = content.querySelector<HTMLElement>('[data-pending-approval]');
    const top = card
      ? scroller.scrollTop + card.getBoundingClientRect().top - scroller.getBoundingClientRect().top - CARD_MARGIN_PX
      : scroller.scrollHeight;
    lastTop = Math.max(0, Math.min(top, scroller.scrollHeight - scroller.clientHeight));
    scroller.scrollTop = lastTop;
  });
  scroller.addEventListener('scroll', onScroll, { passive: true });
  observer.observe(content);
  return () => {
    scroller.removeEventListener('scroll', onScroll);
    observer.disconnect();
  };
}
