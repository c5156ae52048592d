import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with sets, cases, scorers and gates. */
export const evals: Sentences = {
  'the output equals what is expected': 'Die Antwort ist genau die erwartete.',
  'the output is not what is expected': 'Die Antwort ist nicht genau die erwartete.',
  'the output is the same as expected': 'Die Antwort ist die erwartete.',
  'the output differs from what is expected': 'Die Antwort weicht von der erwarteten ab.',
  'the output has what it should have': 'Die Antwort enthält, was sie enthalten soll.',
  '{0} is not in it': '{0} kommt nicht vor.',
  'none of {0} is in it': 'Keiner dieser Texte kommt vor: {0}.',
  '{0} is in it': '{0} kommt vor.',
  'the pattern {0} in the output': 'Das Muster {0:said}.',
  'finds something': 'findet etwas in der Antwort',
  'finds nothing': 'findet nichts in der Antwort',
  'the regular expression takes too long over this output': 'Der reguläre Ausdruck braucht für diese Antwort zu lange.',
  'the similarity is {0}, at least {1} is asked for': 'Die Ähnlichkeit ist {0}; verlangt ist mindestens {1}.',
  'no embedding model is called {0} any more': 'Das Embedding-Modell {0} gibt es nicht mehr.',
  'nobody knows how many {0} it may take, or took':
    'Es ist nicht bekannt, wie viele {0:said} erlaubt sind oder nötig waren.',
  'it took {0} {1}': 'Verbraucht: {0} {1:said}.',
  milliseconds: 'Millisekunden',
  credits: 'Credits',
  '{0} is more than {1}': '{0} ist mehr als {1}.',
  '{0} is more than {1} times the {2} of the past run':
    '{0} ist mehr als das {1}-Fache des früheren Laufs, der {2} brauchte.',
  'the case speaks of no calls': 'Der Fall sagt nichts über Aufrufe.',
  '{0} was not called as it should be': '{0} wurde nicht aufgerufen, wie es sein sollte.',
  '{0} was not called as it should be{1}': '{0} wurde nicht oder nicht an seiner Stelle aufgerufen.',
  '{0} was called, which is one call too many': '{0} wurde einmal zu viel aufgerufen.',
  '{0} was called, which it should not': '{0} wurde aufgerufen, obwohl es nicht sein sollte.',
  'the calls are those that the case asks for': 'Die Aufrufe sind die, die der Fall verlangt.',
  'there is no past run whose calls could be held against it': 'Es gibt keinen früheren Lauf zum Vergleich.',
  'the calls are those that they should be': 'Der Lauf machte die verlangten Aufrufe.',
  'all fields are as they should be': 'Alle Felder sind wie erwartet.',
  '{0} is {1}, not {2}': '{0} ist {1}, nicht {2}.',
  'the candidate made this run itself, so that there is nothing to compare':
    'Diesen Lauf hat die geprüfte Fassung selbst gemacht; es gibt nichts zu vergleichen.',
  'the past run that the case is made of was deleted': 'Der frühere Lauf dieses Falls wurde gelöscht.',
  'the run of the candidate waits for a person ({0}), whom an eval does not ask':
    'Der Lauf wartet auf eine Person; ein Eval fragt niemanden.',
};
