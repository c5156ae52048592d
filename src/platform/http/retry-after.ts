/** Milliseconds from `retry-after-ms`, or from `Retry-After` in either of its forms; undefined where neither says anything. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const precise = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (precise >= 0) return Math.round(precise);
  const given = headers['retry-after']?.trim();
  if (!given) return undefined;
  if (/^\d+(\.\d+)?$/.test(given)) return Math.round(Number(given) * 1000);
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
