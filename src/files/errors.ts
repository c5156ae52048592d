import { DomainError } from '../platform/errors.ts';

/** Errors of files. */
export const fileErrors = {
  invalidImage: (problem: string) => new DomainError(400, 'INVALID_IMAGE', problem, { field: 'file' }),
  fileTooLarge: (limit: number) =>
    new DomainError(413, 'FILE_TOO_LARGE', `a file is larger than ${limit} bytes; send a smaller one`, { limit }),
  /** The blob store is not available; a repeat may succeed. */
  fileStoreUnavailable: (cause: unknown) =>
    Object.assign(
      new DomainError(503, 'FILE_STORE_UNAVAILABLE', 'the file store is not available; try again later', undefined, {
        'retry-after': '5',
      }),
      { cause },
    ),
  /** The stored content is missing or changed. The cause names the file, for the log only. */
  fileDamaged: (fileId: string, problem: string) =>
    Object.assign(
      new DomainError(503, 'FILE_DAMAGED', `the stored bytes ${problem}; the operator must restore them from a backup`),
      { cause: new Error(`the stored bytes of file ${fileId} ${problem}`) },
    ),
  rangeNotSatisfiable: (size: number) =>
    new DomainError(
      416,
      'RANGE_NOT_SATISFIABLE',
      `the requested range is outside the file, which has ${size} bytes`,
      { size },
      { 'content-range': `bytes */${size}` },
    ),
};
