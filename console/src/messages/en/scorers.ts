/** What a scorer found, by its name; the server's words beside it say where. A judge speaks for itself. */
export const scorerSays = {
  same: { pass: 'It is the same as expected.', fail: 'It differs from what is expected.' },
  exact: { pass: 'It equals what is expected.', fail: 'It is not what is expected.' },
  json_fields: { pass: 'All fields are as expected.', fail: 'Fields are not as expected.' },
  contains: { pass: 'It has all that it should have.', fail: 'It lacks a text, or has one that it should not have.' },
  regex: { pass: 'The expression fits.', fail: 'The expression does not fit.' },
  similarity: { pass: 'It means much the same.', fail: 'It means something else.' },
  latency: { pass: 'It took no longer than it may.', fail: 'It took longer than it may.' },
  cost: { pass: 'It cost no more than it may.', fail: 'It cost more than it may.' },
  calls: {
    pass: 'The calls are those that the case asks for.',
    fail: 'The calls are not those that the case asks for.',
  },
  trajectory: { pass: 'It took the way of the past run.', fail: 'It took another way than the past run.' },
} as const;
