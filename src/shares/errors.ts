import { DomainError } from '../platform/errors.ts';

/** What can go wrong with shares and clones. */
export const shareErrors = {
  reserved: (shortId: string) =>
    new DomainError(400, 'SHORT_ID_RESERVED', 'this word is not for links of shares', { short_id: shortId }),
  taken: (shortId: string) =>
    new DomainError(409, 'SHORT_ID_TAKEN', 'a share has or had this short id already', { short_id: shortId }),
  notCloneable: (why: string) => new DomainError(409, 'NOT_CLONEABLE', why),
};
