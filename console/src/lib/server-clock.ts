/**
 * Estimates the offset of the server's clock. Each response's `Date` has a resolution of one second; several narrow the
 * offset further.
 */
let minOffsetMs = Number.NEGATIVE_INFINITY;
let maxOffsetMs = Number.POSITIVE_INFINITY;

/** Updates the offset from the `Date` header of a response. Times are local milliseconds. */
export function updateServerClock(date: string | null, sentAt: number, receivedAt: number): void {
  const serverTime = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverTime)) return;
  // The server set the date between sending and receiving, and truncated it to the second.
  const lowerBoundMs = serverTime - receivedAt;
  const upperBoundMs = serverTime + 1000 - sentAt;
  if (lowerBoundMs > maxOffsetMs || upperBoundMs < minOffsetMs)
    [minOffsetMs, maxOffsetMs] = [lowerBoundMs, upperBoundMs];
  else [minOffsetMs, maxOffsetMs] = [Math.max(minOffsetMs, lowerBoundMs), Math.min(maxOffsetMs, upperBoundMs)];
}

/** Returns the estimated server time in milliseconds since the epoch. */
export function getServerTime(): number {
  return Date.now() + (Number.isFinite(minOffsetMs) ? (minOffsetMs + maxOffsetMs) / 2 : 0);
}
