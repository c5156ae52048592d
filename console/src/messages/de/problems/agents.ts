/** What can be wrong with agents, their revisions and approval policies. */
export const agents = {
  unknown_agent_revision: 'Das ist keine Fassung dieses Agenten.',
  activation_not_alone: 'Diese Angabe ist nicht zusammen mit {field} erlaubt.',
  unknown_memory_setting: 'Das ist keine Einstellung des Gedächtnisses; bekannt sind {known}.',
  text_not_generated: 'Das Modell {model} schreibt keinen Text.',
  agent_tools_not_supported: 'Das Modell {model} ruft keine Werkzeuge auf, der Agent hat aber welche.',
  required_choice_not_supported: 'Das Modell {model} lässt sich nicht zu einem Werkzeug verpflichten.',
  choice_of_sequential_agent: 'Ein Agent mit fester Reihenfolge wählt seine Werkzeuge nicht selbst.',
  choice_without_agent_tools: 'Der Agent hat keine Werkzeuge.',

  invalid_deadline: 'Das muss eine Dauer nach ISO 8601 über null sein, etwa PT15M für 15 Minuten.',
  rule_without_tool: 'Kein Werkzeug dieser Fassung hat diesen Namen und diese Art.',
  no_common_approver:
    'Die Mindestrichtlinie der Organisation nennt für dieselben Werkzeuge {approvers}. Regel {index} muss mindestens eine dieser Rollen enthalten.',
  unknown_tool_name: 'Keines dieser Werkzeuge hat diesen Namen.',

  unknown_builtin_tool: 'Möglich sind: {known}.',
  unknown_attached_skill: 'Diese Fähigkeit gibt es weder im Projekt noch im Katalog.',
  unknown_attached_skill_revision: 'Das ist keine Fassung dieser Fähigkeit.',
  unknown_tool_of_integration: 'Diese Integration hat kein solches Werkzeug.',
  duplicate_integration: 'Dieser Eintrag ist doppelt.',
  unknown_tool_of_server: 'Dieser Server hat kein solches Werkzeug.',
  several_formatters: 'Nur eine Aufgabe darf die Antwort formatieren.',
  formatter_without_json: 'Eine Aufgabe, die die Antwort formatiert, muss JSON ausgeben.',
  tools_of_sequential_agent: 'Ein Agent mit fester Reihenfolge hat nur Aufgaben als Werkzeuge.',
  steps_of_sequential_agent:
    'Ein Agent mit fester Reihenfolge braucht mindestens zwei Aufgaben. Keine davon darf die Antwort formatieren.',
  agent_calls_itself: 'Ein Agent darf sich nicht selbst aufrufen, auch nicht über andere Agenten.',
  agent_calls_too_deep: 'Agenten dürfen einander höchstens {limit} Ebenen tief aufrufen.',
};

/** What can be wrong with a decision on an approval request. */
export const decisions = {
  lapse_without_call: 'Das ist nur bei einem Aufruf möglich, der noch aussteht.',
  lapse_in_past: 'Dieser Zeitpunkt liegt in der Vergangenheit.',
  arguments_of_question: 'Der Aufruf wurde bereits gesendet. Seine Argumente lassen sich nicht mehr ändern.',
  arguments_of_several:
    'Wenn mehrere Personen einen Aufruf freigeben müssen, lassen sich seine Argumente nicht ändern.',
  not_of_request: 'Das gehört nicht zu dieser Anfrage.',
  assignee_without_view: 'Diese Person kann die Anfrage nicht sehen.',
  snooze_in_past: 'Dieser Zeitpunkt liegt in der Vergangenheit.',
  snooze_past_deadline: 'Dieser Zeitpunkt liegt nach der Frist der Anfrage.',
};

/** What can be wrong with the arguments of a tool call. */
export const callArguments = {
  arguments_too_long: 'Die Argumente haben mehr als {limit} Zeichen JSON.',
  arguments_too_deep: 'Die Argumente sind mehr als {limit} Ebenen tief verschachtelt.',
  arguments_not_json: 'Die Argumente sind kein gültiges JSON oder zu tief verschachtelt.',
  arguments_not_object: 'Die Argumente müssen ein JSON-Objekt sein.',
  arguments_mismatch: 'Die Argumente passen nicht zum Schema des Werkzeugs: {problems}',
  tool_schema_unusable: 'Das Werkzeug lässt sich wegen seines Schemas nicht aufrufen: {cause}',
  unknown_tool: 'Es gibt kein Werkzeug namens {tool}.',
  too_many_calls: 'Eine Runde darf höchstens {limit} Werkzeuge aufrufen.',
};

/** Questions of the approval requests that the product creates itself. */
export const approvalQuestions = {
  question_confirm_effect: 'Wurde dieser Aufruf ausgeführt?',
  question_raise_budget: 'Darf mehr ausgegeben werden, als das Budget erlaubt?',
  question_raise_run_limit: 'Darf dieser Lauf mehr Credits ausgeben?',
};

/** What is known of a call whose outcome is unclear. */
export const evidenceMessages = {
  evidence_worker_stopped: 'Der Worker wurde während des Aufrufs beendet.',
  evidence_call_broke_off: 'Der Aufruf wurde unterbrochen.',
};

/** Why the effect of a call has its status. */
export const effectMessages = {
  effect_not_sent: 'Der Aufruf wurde nicht gesendet.',
  effect_refused: 'Der Aufruf wurde abgelehnt, bevor er wirkte.',
  effect_run_stopped: 'Der Lauf wurde während des Aufrufs gestoppt.',
};

/** Why runs of agents and their tool calls fail. */
export const agentFailures = {
  starter_not_permitted:
    'Die Person, die den Lauf gestartet hat, darf diesen Agenten nicht mehr ausführen. Der Aufruf wurde nicht ausgeführt.',
  tool_changed:
    'Das Werkzeug, sein Schema oder der Aufruf hat sich seit der Planung geändert. Der Aufruf wurde nicht ausgeführt.',
  call_not_recorded:
    '{tool} wurde mit Argumenten aufgerufen, für die weder der frühere Lauf noch ein Stub ein Ergebnis hat.',

  call_undecided: 'Niemand hat rechtzeitig über den Aufruf entschieden.',
  approval_lapsed: 'Die Freigabe ist abgelaufen, bevor der Aufruf gesendet wurde.',
  call_rejected: 'Eine Person hat den Aufruf abgelehnt.',
  call_rejected_with_note: 'Eine Person hat den Aufruf abgelehnt: {note}',
  request_cancelled: 'Die Anfrage wurde zurückgezogen.',
  effect_unknown:
    'Es ist nicht bekannt, ob dieser Aufruf ausgeführt wurde, und niemand konnte es bestätigen. Er wurde nicht wiederholt.',

  agent_deleted: 'Der Agent wurde gelöscht und sein Lauf angehalten.',
  agent_run_cancelled: 'Eine Person hat den Lauf des Agenten abgebrochen.',
  agents_too_deep: 'Agenten dürfen einander höchstens {limit} Ebenen tief aufrufen. Der Agent wurde nicht aufgerufen.',
  agent_not_permitted:
    'Die Person, die den Lauf gestartet hat, darf den aufgerufenen Agenten nicht ausführen. Er wurde nicht aufgerufen.',

  organization_credits_missing:
    'Die Organisation hat nicht die {needed} Credits, die der nächste Modellaufruf braucht.',
  caller_credits_missing:
    'Die Läufe, die diesen Agenten aufgerufen haben, haben nicht die {needed} Credits, die sein nächster Schritt braucht.',
  run_budget_spent: 'Der Lauf hat {spent} von {limit} Credits ausgegeben, und eine Person hat weitere abgelehnt.',
  period_budget_spent:
    '{target, select, organization {Die Organisation} project {Das Projekt} task {Die Aufgabe} task_agent {Der Agent} other {Der Eigentümer}} hat {spent} von {limit} Credits pro {period, select, day {Tag} other {Monat}} ausgegeben, und eine Person hat weitere abgelehnt.',
  max_turns_reached: 'Der Agent ist innerhalb von {limit} Runden nicht fertig geworden.',
  formatter_failed: 'Der Formatierer konnte die Antwort nicht in das Ausgabeformat umwandeln.',
  step_missing: 'Eine Aufgabe dieses Agenten wurde gelöscht oder deaktiviert.',
  step_not_run: 'Der Schritt {step} wurde nicht ausgeführt.',
  step_not_run_because: 'Der Schritt {step} wurde nicht ausgeführt: {cause}',
  step_failed: 'Der Schritt {step} ist fehlgeschlagen.',
  step_failed_because: 'Der Schritt {step} ist fehlgeschlagen: {cause}',
};

/** Why agent runs and their tool calls wait. */
export const agentWaits = {
  wait_approval: '{tools} wartet auf Freigabe (Rollen: {roles})',
  wait_budget: '{spent} von {limit} Credits sind ausgegeben. Eine Person muss weitere erlauben.',
  wait_call_retry: '{tool} wird erneut gesendet ({number}): {cause}',
  wait_of_call: '{tool}: {detail}',
  wait_of_child_run: '{tool} (Lauf {run}){count, plural, =0 {} other {, Anfrage {requests}}}: {detail}',
  wait_of_skill: 'Die Fähigkeit {skill} braucht {dependency}. Dafür fehlt die Autorisierung: {step}',
  wait_authorize_again: 'Ein Bearbeiter muss die Verbindung erneut autorisieren.',
};
