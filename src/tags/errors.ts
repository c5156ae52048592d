import { errors } from '../platform/errors.ts';
import { defineProblems } from '../platform/messages.ts';
import { commonProblems } from '../platform/problems.ts';

/** Validation problems of tags. */
const tagProblems = defineProblems({
  unknown_parent_tag: {
    type: 'unknown_resource',
    msg: 'must be the ID of a tag in this project for the same kind of resource',
  },
  tag_below_itself: { type: 'parent_loop', msg: 'must not be the tag itself or one of its descendants' },
  tag_name_too_long: { type: 'maxLength', msg: 'must have at most {limit} characters for a new tag' },
});

/** Errors of tags. */
export const tagErrors = {
  noParent: () => errors.invalid('parent_id', tagProblems.unknown_parent_tag),
  parentLoop: () => errors.invalid('parent_id', tagProblems.tag_below_itself),
  unknown: (at: number) => errors.invalid(['tags', at], commonProblems.unknown_resource({ resource: 'tag' })),
  nameTooLong: (at: number, limit: number) => errors.invalid(['tags', at], tagProblems.tag_name_too_long({ limit })),
};
