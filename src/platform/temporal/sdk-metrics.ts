/** Milliseconds to wait for the metrics of Temporal's SDK. */
const TIMEOUT_MS = 3000;

/** Reads the metrics that Temporal's SDK serves on a loopback port. Empty if it does not serve yet. */
export async function readSdkMetrics(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? await response.text() : '';
  } catch {
    return '';
  }
}
