import Type from 'typebox';
import { definePattern, patternProblems } from './patterns.ts';

/** Amount of credits in a request body. */
export const Credits = Type.Union([
  Type.String({
    pattern: definePattern(patternProblems.invalid_amount, '^\\d{1,12}(\\.\\d{1,10})?$'),
    description: 'Exact decimal',
  }),
  Type.Number({ minimum: 0, maximum: 999_999_999_999 }),
]);
