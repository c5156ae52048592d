/** What can be wrong with shares. */
export const shares = {
  short_id_is_uuid: 'Das darf keine UUID sein.',
  unknown_shared_revision:
    'Diese Fassung gehört nicht zu {resource, select, task {dieser Aufgabe} other {diesem Agenten}}.',
  shared_revision_not_of_run: 'Mit dieser Fassung ist der Lauf nicht entstanden. Lassen Sie sie weg.',
  unknown_shared_run: 'Dieser Lauf gehört nicht zu dieser Aufgabe.',
  shared_run_not_ended: 'Der Lauf ist noch nicht zu Ende.',
  share_end_invalid: 'Diesen Zeitpunkt gibt es nicht.',
  share_end_past: 'Der Zeitpunkt muss in der Zukunft liegen.',
};
