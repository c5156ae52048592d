import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with sets, cases, scorers and gates. */
export const evals: Sentences = {
  'no approval request of this task_agent has this id': 'Diese Anfrage gehört nicht zu diesem Agenten.',
  'is about no call': 'Dabei ging es um keinen Aufruf.',
  'is of a run that continues a session; only the first run of one stands alone':
    'Der Lauf setzt eine Sitzung fort. Für sich allein steht nur der erste Lauf einer Sitzung.',
  'was neither rejected nor edited': 'Das wurde weder abgelehnt noch geändert.',
  'no case of this set has this id': 'Diesen Fall hat der Satz nicht.',
  'is neither called .csv nor .jsonl; name its format in the query': 'Die Datei heißt weder .csv noch .jsonl.',
  'is no text in UTF-8': 'Das ist kein Text in UTF-8.',
  '{0} is no field of a case': 'Ein Fall hat kein Feld {0}.',
  'line {0}: {1}': 'Zeile {0}: {1:said}',
  'is needed where no reference_run_id is given': 'Diese Angabe fehlt.',
  'makes {0} cases; a set has at most {1}': 'Damit hätte der Satz {0} Fälle; er hat höchstens {1}.',
  'is no eval set of this resource': 'Dieser Satz gehört nicht dazu.',
  'overrides nothing: say with it which revision is to serve': 'Wählen Sie dazu, welche Fassung aktiv werden soll.',
  'no eval set of this {0} has this id': 'Dieser Satz gehört nicht dazu.',
  'is not a revision of this {0}': 'Diese Fassung gehört nicht dazu.',
  'goes with no {0}: name the cases in one way': 'Nennen Sie die Fälle auf nur eine Weise.',
  'is no configured model that writes text': 'Das ist kein eingerichtetes Modell, das Text schreibt.',
  'no run of this {0} has this id': 'Dieser Lauf gehört nicht dazu.',
  'is the revision that made the runs which it would be compared with':
    'Mit dieser Fassung sind die Läufe entstanden, mit denen sie verglichen würde.',
  'is the revision that made the runs which it would be compared with; no candidate_revision_id was given, so it is the newest, {0}':
    'Ohne Angabe wird die neueste Fassung geprüft, und mit ihr sind die Läufe entstanden. Wählen Sie eine andere.',
  'has not ended yet': 'Das ist noch nicht zu Ende.',
  'holds no cases': 'Darin sind keine Fälle.',
  'is no JSON object': 'Das ist kein JSON-Objekt.',
  'a column has no name': 'Eine Spalte hat keinen Namen.',
  'the column {0} stands twice': 'Die Spalte {0} steht hier zweimal.',
  'the columns are message and, where something is expected, expected':
    'Die Spalten heißen message und, wo etwas erwartet wird, expected.',
  'is not valid CSV: {0}': 'Das ist kein gültiges CSV: {0}',
  'holds {0} cases; a set has at most {1}': 'Darin sind {0} Fälle; ein Satz hat höchstens {1}.',
  'no scorer has this name; known is {0}': 'Kein Bewerter heißt so; bekannt sind {0}.',
  'is asked by the scorer {0} alone, which is not among the scorers':
    'Ein Modell fragt nur der Bewerter {0}, und der ist nicht dabei.',
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
  'has a judge without `judges`, so that each eval would choose its own: name them in the set':
    'Darin ist ein Judge ohne „judges“. Benennen Sie die Modelle im Set, damit nicht jede Auswertung ein anderes wählt.',
};
