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
  'is missing: feedback has a value, a note or both': 'Eine Rückmeldung hat einen Wert, eine Bemerkung oder beides.',
};
