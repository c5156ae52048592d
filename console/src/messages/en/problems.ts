const TYPES =
  'string {text} number {a number} integer {a whole number} boolean {true or false} object {an object} array {a list} null {omitted} other {of another type}';

/** English texts that differ from the server's, by code. The console shows the server's text for all others. */
export const problems: Readonly<Record<string, string>> = {
  wrong_type: `must be {expected, select, ${TYPES}}`,
  wrong_type_of_two: `must be {expected, select, ${TYPES}} or {alternative, select, ${TYPES}}`,
  wrong_pattern: 'does not have the required form',
};
