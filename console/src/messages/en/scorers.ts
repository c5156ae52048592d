/** Results of scorers by name. The server's text beside them has the details. Judges write their own results. */
export const scorerSays = {
  same: { pass: 'Matches the expected output.', fail: 'Differs from the expected output.' },
  exact: { pass: 'Equals the expected output.', fail: 'Does not equal the expected output.' },
  json_fields: { pass: 'All fields match.', fail: 'Some fields do not match.' },
  contains: {
    pass: 'Contains the required texts.',
    fail: 'A required text is missing, or a forbidden one is present.',
  },
  regex: { pass: 'The pattern check passed.', fail: 'The pattern check failed.' },
  similarity: { pass: 'Similar in meaning.', fail: 'Different in meaning.' },
  latency: { pass: 'Within the time limit.', fail: 'Exceeds the time limit.' },
  cost: { pass: 'Within the cost limit.', fail: 'Exceeds the cost limit.' },
  calls: {
    pass: 'The tool calls match the case.',
    fail: 'The tool calls do not match the case.',
  },
  trajectory: { pass: 'The sequence of tool calls matches.', fail: 'The sequence of tool calls differs.' },
} as const;
