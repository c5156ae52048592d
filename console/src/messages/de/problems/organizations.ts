/** What can be wrong with organizations, their tags, reports, budgets and credit entries. */
export const organizations = {
  organization_name_blank: 'Der Name braucht ein sichtbares Zeichen.',
  organization_name_unprintable: 'Der Name darf keine unsichtbaren Zeichen und keine Steuerzeichen enthalten.',
  invalid_trial_end: 'Das ist kein Zeitpunkt.',
  top_up_incomplete: 'Diese Angabe fehlt.',
  top_up_not_positive: 'Das muss über null sein.',

  unknown_parent_tag: 'Im Projekt gibt es kein solches Schlagwort für diese Art.',
  tag_below_itself: 'Ein Schlagwort kann nicht unter sich selbst stehen.',
  tag_name_too_long: 'Ein neues Schlagwort hat höchstens {limit} Zeichen.',

  report_end_too_early: 'Berichte reichen {months} Monate zurück.',
  report_start_too_late: 'Der Beginn muss vor dem Ende liegen.',
  budget_with_two_targets: 'Ein Budget gilt für eine Aufgabe, für einen Agenten oder für das Projekt.',
  entry_amount_not_positive: 'Das muss über null sein, nur eine Korrektur darf darunter sein.',
  entry_cause_mismatch: 'Diese Angabe haben nur Erstattungen und Aufladungen.',
};

/** Why a domain is not verified. */
export const domainFailures = {
  txt_record_missing: 'Unter {name} steht kein TXT-Eintrag.',
  txt_record_differs: 'Kein TXT-Eintrag unter {name} hat diesen Wert.',
  dns_query_failed:
    'Die DNS-Abfrage für {name} ist fehlgeschlagen ({cause, select, ECONNREFUSED {Verbindung abgelehnt} ETIMEOUT {keine Antwort} ESERVFAIL {Fehler des Servers} EREFUSED {Anfrage abgelehnt} other {{cause}}}).',
  domain_verified_elsewhere: 'Eine andere Organisation hat diese Domain bestätigt.',
};
