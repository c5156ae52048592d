import { defineProblems } from '../platform/messages.ts';

/** Validation problems of tags. */
export const tagProblems = defineProblems({
  unknown_parent_tag: {
    type: 'unknown_resource',
    msg: 'must be the ID of a tag in this project for the same kind of resource',
  },
  tag_below_itself: { type: 'parent_loop', msg: 'must not be the tag itself or one of its descendants' },
  tag_name_too_long: { type: 'maxLength', msg: 'must have at most {limit} characters for a new tag' },
});
