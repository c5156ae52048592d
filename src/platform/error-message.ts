/** Returns the message of anything thrown. An error of several connection attempts has that of the first. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorMessage(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
