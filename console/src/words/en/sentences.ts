/**
 * What the server's sentences are in this language, by their words there: `{0}`, `{1}`, … stand for the values in them,
 * `{0:said}` for one that is itself such a sentence or word, without which the whole is not said, and `{0:known}` for one
 * that may be. In English the server's own are shown, save what a schema says, which is not meant for people.
 */
export type Sentences = Readonly<Record<string, string>>;

export const sentences: Sentences = {
  'must have required property {0}': 'This is needed.',
  'must NOT have fewer than 1 characters': 'This must not be empty.',
  'must NOT have fewer than {0} characters': 'This needs {0} characters or more.',
  'must NOT have more than {0} characters': 'This is too long: {0} characters at most.',
  'must NOT have fewer than 1 items': 'Name at least one.',
  'must NOT have fewer than {0} items': 'Name {0} or more.',
  'must NOT have more than {0} items': 'These are too many: {0} at most.',
  'must NOT have duplicate items (items ## {0} and {1} are identical)': 'One of them stands here twice.',
  'must NOT have more than {0} properties': 'These are too many fields: {0} at most.',
  'must NOT have additional properties': 'There is a field in it that is not known here.',
  'must be >= {0}': 'This must be {0} or more.',
  'must be > {0}': 'This must be more than {0}.',
  'must be <= {0}': 'This must be {0} or less.',
  'must be < {0}': 'This must be less than {0}.',
  'must be multiple of {0}': 'This must be a multiple of {0}.',
  'must be string': 'This must be text.',
  'must be number': 'This must be a number.',
  'must be integer': 'This must be a whole number.',
  'must be boolean': 'This must be true or false.',
  'must be object': 'This must be an object.',
  'must be array': 'This must be a list.',
  'must be null': 'This must be left out.',
  'must be {0} or null': 'This must be {0:said}.',
  'must be {0} or {1}': 'This must be {0:said} or {1:said}.',
  '{0} or {1}': '{0:said} or {1:said}',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  'must be equal to one of the allowed values: {0}': 'This must be one of: {0}.',
  'must be equal to constant': 'Another value is needed here.',
  'must match format "email"': 'This is no e-mail address.',
  'must match format "date-time"': 'This is no time, such as 2026-11-23T14:00:00Z.',
  'must match format "date"': 'This is no date, such as 2026-11-23.',
  'must match format "uuid"': 'This is no id.',
  'must match format "uri"': 'This is no address, such as https://example.com.',
  'must match pattern {0}': 'This does not have the form that is needed.',
  'must match pattern "\\S"': 'This must not be empty.',
  'must match pattern "^(?=.*\\S)(?:[^\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{DI}\\p{NChar}\\u2028\\u2029\\u2800\\u{1D159}]|(?<=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}])(?<=[\\p{L}\\p{M}])[\\u200C\\u200D](?=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}])(?=[\\p{L}\\p{M}])|(?<=\\p{ExtPict}|\\p{EMod}|\\uFE0F)\\u200D(?=\\p{ExtPict})|(?<=\\p{ExtPict})\\uFE0F|(?<=[#*\\d])\\uFE0F(?=\\u20E3))*$"':
    'This must not be empty, nor hold line breaks or characters that are not to be seen.',
  'must match pattern "^(?:[^\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{DI}\\p{NChar}\\u2028\\u2029\\u2800\\u{1D159}]|(?<=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}])(?<=[\\p{L}\\p{M}])[\\u200C\\u200D](?=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}])(?=[\\p{L}\\p{M}])|(?<=\\p{ExtPict}|\\p{EMod}|\\uFE0F)\\u200D(?=\\p{ExtPict})|(?<=\\p{ExtPict})\\uFE0F|(?<=[#*\\d])\\uFE0F(?=\\u20E3))*$"':
    'This is one line, without characters that are not to be seen.',
  'must match pattern "^(?:(?!\\p{DI})[\\p{L}\\p{M}\\p{N}_.\\- ])+$"':
    'Letters, digits, spaces, dots, underscores and hyphens are taken, and nothing else.',
  'must match pattern "^[a-z0-9]+(-[a-z0-9]+)*$"':
    'Small letters, digits and single hyphens between them are taken, and nothing else.',
  'must match pattern "^[^\\s,[\\]"]{1,60}$"':
    'A tag has at most 60 characters, and no spaces, commas, brackets or quotes.',
  'must match pattern "^\\d{1,12}(\\.\\d{1,10})?$"': 'This must be an amount, such as 12.5.',
  'must match pattern "^(?!0+(\\.0+)?$)\\d{1,12}(\\.\\d{1,10})?$"': 'This must be an amount above zero, such as 12.5.',
  'must match pattern "^(?!-?0+(\\.0+)?$)-?\\d{1,12}(\\.\\d{1,10})?$"':
    'This must be an amount other than zero, such as 12.5.',
  'must match pattern "^\\d{1,15}(\\.\\d{1,12})?$"': 'This must be an amount, such as 12.5.',
  'must match pattern "^\\s*[!-~]+\\s*$"': 'A key is one word of letters, digits and signs, without umlauts.',
  'must match pattern "^[\\x21-\\x7e]+$"': 'Letters, digits and signs are taken, and no spaces or umlauts.',
  'must match pattern "^[\\x21-\\x7e]{1,200}$"':
    'Letters, digits and signs are taken, up to 200, and no spaces or umlauts.',
  'must match pattern "^[1-9]\\d{1,3}x[1-9]\\d{1,3}$"': 'This must be width x height, such as 1024x1024.',
  'must match pattern "^[1-9]\\d?:[1-9]\\d?$"': 'This must be a ratio, such as 16:9.',
  'must match pattern "^[\\w.+-]+/[\\w.+-]+$"': 'This must be a media type, such as text/plain.',
  'must match pattern "^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,62}[A-Za-z0-9])$"':
    'It has 3 to 64 letters, digits, hyphens and underscores, and begins and ends with a letter or a digit.',
  'must match pattern "^[^:\\x00-\\x1f]+$"': 'A user name has no colon.',
  'must match pattern "^[A-Za-z0-9!#$%&\'*+.^_`|~-]{1,100}$"': 'This is no name of a header, such as X-Api-Key.',
  'must match pattern "^/"': 'A path begins with a slash.',
  'must match pattern "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$"':
    'The name of a bucket has 3 to 63 small letters, digits, dots and hyphens.',
  'must match pattern "^[a-z0-9-]{1,60}$"': 'A region has small letters, digits and hyphens, such as eu-central-1.',
  'must match pattern "^[^\\s~^:?*\\[\\\\\\x00-\\x1f]*$"': 'This is no name of a branch.',
  'must match pattern "^[^\\x00]+$"': 'This is no name of a folder.',
  'must match pattern "^[A-Z]{2}$"': 'This must be a country in two capital letters, such as DE.',
  'must match pattern "^[a-z]{2}$"': 'This must be a language in two small letters, such as en.',
};
