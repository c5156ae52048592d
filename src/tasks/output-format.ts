/** The output_format of a task: grammar, JSON Schema and parsing of responses. */
export { type ParsedAnswer, parseAnswer } from './output-answer.ts';
export { checkOutputFormat, type FormatProblem, type OutputFormat } from './output-grammar.ts';
export { type JsonSchema, outputSchema } from './output-schema.ts';
