/** What can be wrong with eval sets, cases, evals and release gates. */
export const evals = {
  unknown_case_run: 'Dieser Lauf gehört nicht zu {resource, select, task {dieser Aufgabe} other {diesem Agenten}}.',
  unknown_case: 'Dieser Fall ist nicht im Satz enthalten.',
  unknown_eval_set: 'Dieser Satz gehört nicht zu {resource, select, task {dieser Aufgabe} other {diesem Agenten}}.',
  unknown_case_approval: 'Diese Anfrage gehört nicht zu diesem Agenten.',
  unknown_candidate: 'Diese Fassung gehört nicht zu {resource, select, task {dieser Aufgabe} other {diesem Agenten}}.',
  case_run_not_ended: 'Der Lauf ist noch nicht beendet.',
  case_run_not_completed: 'Der Lauf muss den Status completed haben, nicht {status}.',
  case_run_continues_session: 'Der Lauf muss der erste einer Sitzung sein.',
  approval_without_call: 'Diese Anfrage betrifft keinen Werkzeugaufruf.',
  approval_continues_session: 'Die Anfrage muss zum ersten Lauf einer Sitzung gehören.',
  approval_without_change: 'Der Aufruf wurde weder abgelehnt noch geändert.',

  case_input_missing: 'Diese Angabe fehlt. Ohne früheren Lauf braucht der Fall sie.',
  case_variables_invalid: 'Das muss ein Objekt mit den Variablen der Aufgabe sein.',
  case_message_blank: 'Die Nachricht darf nicht leer sein.',
  too_many_cases: 'Damit hätte der Satz {count} Fälle; er hat höchstens {limit}.',

  candidate_made_references: 'Die Vergleichsläufe stammen von derselben Fassung. Wählen Sie eine andere.',
  newest_made_references: 'Die Vergleichsläufe stammen von der neuesten Fassung {revision}. Wählen Sie eine andere.',
  exclusive_case_source: 'Das ist nicht zusammen mit {other} möglich: Beide bestimmen die Fälle.',
  judge_not_usable: 'Dieses Modell ist nicht eingerichtet oder erzeugt keinen Text.',
  judge_without_scorer: 'Das ist nur mit dem Bewerter {scorer} möglich.',

  unknown_gate_set: 'Dieser Satz gehört nicht zu dieser Aufgabe oder diesem Agenten.',
  gate_judge_open: 'Der Satz hat einen Richter ohne Modelle. Nennen Sie sie dort unter judges.',
  override_without_revision: 'Geben Sie die zu aktivierende Fassung an.',
};

/** What can be wrong with the configuration of scorers. */
export const scorers = {
  unknown_scorer: 'Diesen Bewerter gibt es nicht; bekannt sind {known}.',
  bound_missing: 'Geben Sie {limit_field} oder times_reference an.',
  texts_missing: 'Geben Sie einen Text in all_of, any_of oder none_of an.',
  invalid_field_path: 'Das ist kein Pfad wie total oder lines[0].price.',
  tolerance_without_number: 'Eine Toleranz ist nur bei Zahlen möglich.',
  unknown_judge_model: 'Dieses Modell ist in dieser Installation nicht vorhanden.',
  unknown_similarity_model: 'Dieses Embedding-Modell ist in dieser Installation nicht vorhanden.',
  scorer_model_excluded:
    'Eine Regel {scope, select, organization {der Organisation} other {des Projekts}} schließt {model} aus{has_reason, select, true { ({reason})} other {}}.',
  invalid_scorer_pattern: 'Das ist kein regulärer Ausdruck von JavaScript: {cause}',
  reference_setting_with_calls: 'Das ist nur ohne calls möglich. Geben Sie es bei jedem Aufruf einzeln an.',
};

/** What can be wrong with a file of cases. */
export const caseFiles = {
  case_file_missing: 'Die Datei fehlt.',
  case_file_repeated: 'Senden Sie nur eine Datei.',
  case_file_format_unknown: 'Der Name der Datei endet weder auf .csv noch auf .jsonl.',
  case_file_not_utf8: 'Das ist kein Text in UTF-8.',
  case_file_line: 'Zeile {line}: {problem}',
  case_file_empty: 'Die Datei enthält keine Fälle.',
  case_file_too_long: 'Die Datei enthält {count} Fälle. Ein Satz hat höchstens {limit}.',
  case_file_invalid_csv: 'Das ist kein gültiges CSV: {cause}',
  case_line_not_object: 'Das ist kein JSON-Objekt.',
  case_line_unknown_field: 'Ein Fall hat kein Feld {field}.',
  case_line_invalid_field: '{field}: {problem}',
  case_column_unnamed: 'Eine Spalte hat keinen Namen.',
  case_column_repeated: 'Die Spalte {column} ist doppelt.',
  case_columns_wrong: 'Die Spalten sind message und, falls nötig, expected.',
};

/** Reasons for verdicts of scorers and for skipped cases. */
export const evalReasons = {
  no_expected_output: 'Der Fall hat keine erwartete Antwort.',
  output_identical: 'Die Antwort ist genau die erwartete.',
  output_not_identical: 'Die Antwort ist nicht genau die erwartete.',
  output_equal: 'Die Antwort ist die erwartete.',
  output_different: 'Die Antwort weicht von der erwarteten ab.',
  contains_expected_texts: 'Die Antwort enthält die erwarteten Texte.',
  expected_text_missing: 'Die Antwort enthält {text} nicht.',
  expected_texts_missing: 'Die Antwort enthält keinen dieser Texte: {texts}',
  unwanted_text: 'Die Antwort enthält {text}.',
  fields_as_expected: 'Alle Felder sind wie erwartet.',
  field_different: '{path} ist {value}, nicht {expected}.',
  pattern_matched: 'Das Muster passt auf die Antwort.',
  pattern_not_matched: 'Das Muster passt nicht auf die Antwort.',
  similarity_measured: 'Die Ähnlichkeit ist {similarity}; verlangt ist mindestens {minimum}.',
  usage_measured: 'Verbraucht: {used} {unit, select, milliseconds {Millisekunden} other {Credits}}',
  usage_unknown:
    'Die Grenze oder der Verbrauch in {unit, select, milliseconds {Millisekunden} other {Credits}} ist unbekannt.',
  usage_over_limit: '{used} ist mehr als {limit}.',
  usage_over_reference: '{used} ist mehr als das {times}-Fache des früheren Laufs, der {reference} brauchte.',
  calls_as_expected: 'Die Aufrufe sind wie erwartet.',
  no_expected_calls: 'Der Fall nennt keine erwarteten Aufrufe.',
  no_reference_calls: 'Es gibt keinen früheren Lauf zum Vergleich.',
  expected_call_missing: '{tool} wurde nicht wie erwartet aufgerufen.',
  expected_call_misplaced: '{tool} wurde nicht oder nicht an dieser Stelle aufgerufen.',
  call_repeated: '{tool} wurde einmal zu viel aufgerufen.',
  unwanted_call: '{tool} wurde aufgerufen, obwohl der Fall es verbietet.',
  scorer_failed: 'Die Bewertung ist fehlgeschlagen.',
  pattern_timed_out: 'Der reguläre Ausdruck braucht für diese Antwort zu lange.',
  embedding_model_gone: 'Das Embedding-Modell {name} gibt es nicht mehr.',
  judge_missing: 'Es ist kein Modell als Richter eingestellt.',
  made_by_candidate: 'Diesen Lauf hat die geprüfte Fassung selbst erzeugt. Es gibt nichts zu vergleichen.',
  reference_deleted: 'Der frühere Lauf dieses Falls wurde gelöscht.',
  candidate_waits: 'Der Lauf wartet auf eine Person ({status}). Ein Eval fragt niemanden.',
  eval_ended: 'Nicht bewertet: {error}',
  eval_budget_spent: 'Das Budget des Evals ist verbraucht.',
};
