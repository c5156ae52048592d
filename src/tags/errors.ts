import { DomainError, errors } from '../platform/errors.ts';

/** What can go wrong with tags. */
export const tagErrors = {
  alreadyExists: (name: string) =>
    new DomainError(409, 'TAG_ALREADY_EXISTS', 'there is a tag of this name already', { name }),
  noParent: () => errors.invalid('parent_id', 'is no tag of this kind in the project', 'unknown_resource'),
  parentLoop: () => errors.invalid('parent_id', 'is the tag itself, or below it', 'parent_loop'),
  unknown: (at: number) => errors.invalid(['tags', at], 'is no tag of this project', 'unknown_resource'),
  nameTooLong: (at: number, most: number) =>
    errors.invalid(['tags', at], `a new tag has at most ${most} characters`, 'maxLength'),
};
