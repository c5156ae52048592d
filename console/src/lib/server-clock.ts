/**
 * The server's clock. Each answer tells its time to the second; together they narrow down how far this machine is off to a
 * fraction of one.
 */
let minOffsetMs = Number.NEGATIVE_INFINITY;
let maxOffsetMs = Number.POSITIVE_INFINITY;

/** Learns from the `Date` of an answer to a request that was sent and answered at these times of this machine. */
export function updateServerClock(date: string | null, sentAt: number, receivedAt: number): void {
  const serverTime = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverTime)) return;
  // The server wrote it somewhere between sending and answering, and cut off up to a second.
  const lowerBoundMs = serverTime - receivedAt;
  const upperBoundMs = serverTime + 1000 - sentAt;
  if (lowerBoundMs > maxOffsetMs || upperBoundMs < minOffsetMs)
    [minOffsetMs, maxOffsetMs] = [lowerBoundMs, upperBoundMs];
  else [minOffsetMs, maxOffsetMs] = [Math.max(minOffsetMs, lowerBoundMs), Math.min(maxOffsetMs, upperBoundMs)];
}

/** Milliseconds since the epoch by the server's clock, as well as it is known. */
export function getServerTime(): number {
  return Date.now() + (Number.isFinite(minOffsetMs) ? (minOffsetMs + maxOffsetMs) / 2 : 0);
}
