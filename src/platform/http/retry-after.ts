/** Returns milliseconds from `retry-after-ms` or `Retry-After` in either format, or undefined. */
export function parseRetryAfterMs(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const preciseMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (preciseMs >= 0) return Math.round(preciseMs);
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.round(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
