/** What can be wrong with shares. */
export const shares = {
  short_id_is_uuid: 'Das darf keine UUID sein.',
  unknown_shared_revision:
    'Diese Fassung gehört nicht zu {resource, select, task {dieser Aufgabe} other {diesem Agenten}}.',
  shared_revision_not_of_run: 'Der Lauf gehört zu einer anderen Fassung. Lassen Sie diese Angabe weg.',
  unknown_shared_run: 'Dieser Lauf gehört nicht zu dieser Aufgabe.',
  shared_run_not_ended: 'Der Lauf ist noch nicht beendet.',
  share_end_invalid: 'Diesen Zeitpunkt gibt es nicht.',
  share_end_past: 'Der Zeitpunkt muss in der Zukunft liegen.',
};
