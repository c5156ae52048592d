/** What can be wrong with files. */
export const files = {
  image_incomplete: 'Das Bild ist beschädigt: Es ist unvollständig.',
  image_damaged: 'Das Bild ist beschädigt: {cause}',
  image_cost_over_limit: 'Das Bild zu lesen braucht zu viel Zeit oder Speicher.',
  avatar_address_not_accepted: 'Ein Bild wird als Datei geschickt.',
  avatar_file_missing: 'Es fehlt eine Datei. Senden Sie sie in einem Formular.',
  avatar_file_repeated: 'Senden Sie genau eine Datei.',
  file_not_usable: 'Die Datei {file} lässt sich nicht verwenden. {problem}',
};
