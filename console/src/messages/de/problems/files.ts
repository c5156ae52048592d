/** What can be wrong with files. */
export const files = {
  image_incomplete: 'Das Bild ist beschädigt: Es ist unvollständig.',
  image_damaged: 'Das Bild ist beschädigt: {cause}',
  image_cost_over_limit: 'Das Lesen des Bildes benötigt zu viel Zeit oder Speicher.',
  avatar_address_not_accepted: 'Senden Sie das Bild als Datei.',
  avatar_file_missing: 'Die Datei fehlt. Senden Sie sie als Formulardaten.',
  avatar_file_repeated: 'Senden Sie genau eine Datei.',
  file_not_usable: 'Die Datei {file} kann nicht verwendet werden. {problem}',
};
