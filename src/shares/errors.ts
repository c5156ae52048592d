import { DomainError } from '../platform/errors.ts';

/** Errors of shares and clones. */
export const shareErrors = {
  reserved: (shortId: string) =>
    new DomainError(400, 'SHORT_ID_RESERVED', `the short ID ${shortId} is reserved: choose another one`, {
      short_id: shortId,
    }),
  taken: (shortId: string) =>
    new DomainError(
      409,
      'SHORT_ID_TAKEN',
      `the short ID ${shortId} belongs or belonged to another share: choose another one`,
      { short_id: shortId },
    ),
  notCloneable: (why: string) => new DomainError(409, 'NOT_CLONEABLE', why),
};
