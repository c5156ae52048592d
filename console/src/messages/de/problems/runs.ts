/** What can be wrong with requests about runs of any kind and with feedback on them. */
export const runs = {
  invalid_max_wait: 'Das muss eine Dauer nach ISO 8601 von höchstens zehn Jahren sein, etwa PT24H oder PT0S.',
  revisions_differ: 'Das muss dieselbe Fassung sein wie {other}.',
  provider_not_awaited: 'Ein Anbieter kann nur bei Läufen angegeben werden, die auf einen Anbieter warten.',
  wait_not_resumable: 'Nur Läufe, die auf {known} warten, können fortgesetzt werden.',
  feedback_empty: 'Eine Rückmeldung braucht einen Wert, einen Kommentar oder beides.',
};

/** Why runs of any kind fail. */
export const runFailures = {
  provider_away_too_long: 'Der Anbieter war länger nicht erreichbar, als der Lauf warten darf: {cause}',
};

/** Why runs of any kind wait. */
export const runWaits = {
  wait_not_started: 'Noch kein Worker hat den Lauf gestartet.',
  wait_no_worker: 'Kein Worker ist verfügbar. Der Lauf geht weiter, sobald es einen gibt.',
  wait_provider: '{attempts, plural, one {# Versuch} other {# Versuche}} bei {provider} fehlgeschlagen: {cause}',
  wait_retry: 'Wiederholung {number}: {cause}',
  wait_several: '{waits}',
  credits_missing:
    '{payer, select, run {Der Lauf} budget {Ein Budget des Projekts oder einer übergeordneten Aufgabe oder eines Agenten} other {Die Organisation}} hat nicht die {needed} Credits für den Modellaufruf.',
};
