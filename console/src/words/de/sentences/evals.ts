import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with sets, cases, scorers and gates. */
export const evals: Sentences = {
  'the output equals the expected output exactly': 'Die Antwort ist genau die erwartete.',
  'the output does not equal the expected output exactly': 'Die Antwort ist nicht genau die erwartete.',
  'the output equals the expected output': 'Die Antwort ist die erwartete.',
  'the output differs from the expected output': 'Die Antwort weicht von der erwarteten ab.',
  'the output contains the expected texts': 'Die Antwort enthält, was sie enthalten soll.',
  '{0} is not in it': '{0} kommt nicht vor.',
  'none of {0} is in it': 'Keiner dieser Texte kommt vor: {0}.',
  '{0} is in it': '{0} kommt vor.',
  'the pattern {0} the output': 'Das Muster {0:said}.',
  matches: 'passt auf die Antwort',
  'does not match': 'passt nicht auf die Antwort',
  'the regular expression timed out on this output': 'Der reguläre Ausdruck braucht für diese Antwort zu lange.',
  'the similarity is {0}; at least {1} is required': 'Die Ähnlichkeit ist {0}; verlangt ist mindestens {1}.',
  'no embedding model is named {0} any more': 'Das Embedding-Modell {0} gibt es nicht mehr.',
  'the limit or the actual number of {0} is unknown':
    'Es ist nicht bekannt, wie viele {0:said} erlaubt sind oder nötig waren.',
  'it took {0} {1}': 'Verbraucht: {0} {1:said}.',
  milliseconds: 'Millisekunden',
  credits: 'Credits',
  '{0} is more than {1}': '{0} ist mehr als {1}.',
  '{0} is more than {1} times the {2} of the past run':
    '{0} ist mehr als das {1}-Fache des früheren Laufs, der {2} brauchte.',
  'the case expects no calls': 'Der Fall sagt nichts über Aufrufe.',
  '{0} was not called as expected': '{0} wurde nicht aufgerufen, wie es sein sollte.',
  '{0} was not called as expected{1}': '{0} wurde nicht oder nicht an seiner Stelle aufgerufen.',
  '{0} was called once too often': '{0} wurde einmal zu viel aufgerufen.',
  '{0} was called, but must not be': '{0} wurde aufgerufen, obwohl es nicht sein sollte.',
  'the calls are as expected': 'Die Aufrufe sind die, die der Fall verlangt.',
  'there is no past run to compare the calls with': 'Es gibt keinen früheren Lauf zum Vergleich.',
  'all fields are as expected': 'Alle Felder sind wie erwartet.',
  '{0} is {1}, not {2}': '{0} ist {1}, nicht {2}.',
  'the candidate made this run itself, so there is nothing to compare':
    'Diesen Lauf hat die geprüfte Fassung selbst gemacht; es gibt nichts zu vergleichen.',
  'the past run of the case was deleted': 'Der frühere Lauf dieses Falls wurde gelöscht.',
  'the candidate run waits for a person ({0}), but an eval asks nobody':
    'Der Lauf wartet auf eine Person; ein Eval fragt niemanden.',
};
