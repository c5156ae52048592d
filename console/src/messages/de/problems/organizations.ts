/** What can be wrong with organizations, their tags, reports, budgets and credit entries. */
export const organizations = {
  organization_name_blank: 'Der Name muss mindestens ein sichtbares Zeichen enthalten.',
  organization_name_unprintable: 'Der Name darf keine unsichtbaren Zeichen und keine Steuerzeichen enthalten.',
  invalid_trial_end: 'Das ist kein Zeitpunkt.',
  top_up_incomplete: 'Diese Angabe fehlt.',
  top_up_not_positive: 'Das muss über null sein.',

  unknown_parent_tag: 'Im Projekt gibt es kein solches Schlagwort für diese Art.',
  tag_below_itself: 'Ein Schlagwort kann sich nicht selbst untergeordnet sein.',
  tag_name_too_long: 'Ein neues Schlagwort hat höchstens {limit} Zeichen.',

  report_end_too_early: 'Berichte reichen höchstens {months} Monate zurück.',
  report_start_too_late: 'Der Beginn muss vor dem Ende liegen.',
  budget_with_two_targets: 'Ein Budget gilt für eine Aufgabe, für einen Agenten oder für das Projekt.',
  entry_amount_not_positive: 'Der Betrag muss über null liegen. Nur Korrekturen dürfen negativ sein.',
  entry_cause_mismatch: 'Das ist nur bei Erstattungen und Aufladungen möglich.',
};

/** Why a domain is not verified. */
export const domainFailures = {
  txt_record_missing: 'Für {name} gibt es keinen TXT-Eintrag.',
  txt_record_differs: 'Kein TXT-Eintrag für {name} hat diesen Wert.',
  dns_query_failed:
    'Die DNS-Abfrage für {name} ist fehlgeschlagen ({cause, select, ECONNREFUSED {Verbindung abgelehnt} ETIMEOUT {keine Antwort} ESERVFAIL {Fehler des Servers} EREFUSED {Anfrage abgelehnt} other {{cause}}}).',
  domain_verified_elsewhere: 'Eine andere Organisation hat diese Domain bestätigt.',
};
