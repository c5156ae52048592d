/** A task's output_format: its grammar, its JSON Schema, and answers read against it. */
export { type ParsedAnswer, parseAnswer } from './output-answer.ts';
export { checkOutputFormat, type FormatProblem, type OutputFormat } from './output-grammar.ts';
export { type JsonSchema, outputSchema } from './output-schema.ts';
