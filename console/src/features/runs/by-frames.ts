/** Milliseconds of a frame that taking in may use: the rest is for showing it. */
const SLICE_MS = 6;

/**
 * Takes things in, each in its turn: the first at once, and of a burst no more than leaves the page its frames. `frame` puts off
 * what it is given to the next frame.
 */
export function byFrames<T>(take: (each: T) => void, frame: (act: () => void) => void): (each: T) => void {
  let waiting: T[] = [];
  let isPutOff = false;
  const some = () => {
    const began = performance.now();
    let taken = 0;
    do {
      const each = waiting[taken];
      if (each === undefined) break;
      taken++;
      take(each);
    } while (performance.now() - began < SLICE_MS);
    waiting = waiting.slice(taken);
    isPutOff = true;
    frame(() => {
      isPutOff = false;
      if (waiting.length > 0) some();
    });
  };
  return (each) => {
    waiting.push(each);
    if (!isPutOff) some();
  };
}
