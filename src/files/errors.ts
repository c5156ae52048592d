import { DomainError } from '../platform/errors.ts';

/** What can go wrong with files. */
export const fileErrors = {
  invalidImage: (problem: string) => new DomainError(400, 'INVALID_IMAGE', problem, { field: 'file' }),
  fileTooLarge: (limit: number) =>
    new DomainError(413, 'FILE_TOO_LARGE', `a file is over the limit of ${limit} bytes`, { limit }),
  /** The blob store can't do it now; a repeat may succeed. */
  fileStoreUnavailable: (cause: unknown) =>
    Object.assign(
      new DomainError(503, 'FILE_STORE_UNAVAILABLE', 'files can neither be kept nor read right now', undefined, {
        'retry-after': '5',
      }),
      { cause },
    ),
  /** The store has not what it was given; the cause says of which file, for the log. */
  fileDamaged: (fileId: string, problem: string) =>
    Object.assign(
      new DomainError(
        503,
        'FILE_DAMAGED',
        `the stored bytes ${problem}; whoever runs this installation has to restore them`,
      ),
      { cause: new Error(`the stored bytes of file ${fileId} ${problem}`) },
    ),
  rangeNotSatisfiable: (size: number) =>
    new DomainError(
      416,
      'RANGE_NOT_SATISFIABLE',
      `the file has ${size} bytes`,
      { size },
      { 'content-range': `bytes */${size}` },
    ),
};
