const TYPES =
  'string {text} number {a number} integer {a whole number} boolean {true or false} object {an object} array {a list} null {omitted} other {of another type}';

/** Problems whose English text on the screen differs from the server's, by code. Every other one is shown as the server says it. */
export const problems: Readonly<Record<string, string>> = {
  wrong_type: `must be {expected, select, ${TYPES}}`,
  wrong_type_of_two: `must be {expected, select, ${TYPES}} or {alternative, select, ${TYPES}}`,
  wrong_pattern: 'does not have the required form',
};
