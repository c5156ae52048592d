/**
 * The server's clock. Each answer tells its time to the second; together they narrow down how far this machine is off to a
 * fraction of one.
 */
let low = Number.NEGATIVE_INFINITY;
let high = Number.POSITIVE_INFINITY;

/** Learns from the `Date` of an answer to a request that was sent and answered at these times of this machine. */
export function learnTime(date: string | null, sent: number, answered: number): void {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  // The server wrote it somewhere between sending and answering, and cut off up to a second.
  const least = told - answered;
  const most = told + 1000 - sent;
  if (least > high || most < low) [low, high] = [least, most];
  else [low, high] = [Math.max(low, least), Math.min(high, most)];
}

/** Milliseconds since the epoch by the server's clock, as well as it is known. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(low) ? (low + high) / 2 : 0);
}
