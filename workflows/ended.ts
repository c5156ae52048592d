/** Waits until all of a run's work has ended, also when some fails: nothing may still be under way when a run is said to have stopped. */
export async function allEnded(work: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
