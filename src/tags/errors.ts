import { errors } from '../platform/errors.ts';
import { commonProblems } from '../platform/problems.ts';
import { tagProblems } from './problems.ts';

/** Errors of tags. */
export const tagErrors = {
  noParent: () => errors.invalid('parent_id', tagProblems.unknown_parent_tag),
  parentLoop: () => errors.invalid('parent_id', tagProblems.tag_below_itself),
  unknown: (at: number) => errors.invalid(['tags', at], commonProblems.unknown_resource({ resource: 'tag' })),
  nameTooLong: (at: number, limit: number) => errors.invalid(['tags', at], tagProblems.tag_name_too_long({ limit })),
};
