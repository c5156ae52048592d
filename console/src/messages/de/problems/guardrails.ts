const DIRECTION = '{direction, select, input {Eingabe} other {Ausgabe}}';

/** What can be wrong with guardrails, and why they end runs. */
export const guardrails = {
  direction_not_supported: `Die Schutzregel {guardrail} prüft keine ${DIRECTION}.`,
  action_not_supported: 'Die Schutzregel {guardrail} unterstützt nur: {supported}.',
  invalid_action_suffix: 'Hinter dem Namen sind möglich: {supported}.',
  guardrail_without_config:
    'Die Schutzregel {guardrail} braucht Einstellungen. Aktivieren Sie sie in Aufgaben und Agenten.',
  unknown_judge: 'Dieses Modell ist nicht eingerichtet.',
  unusable_judge: '{model} ist nicht mehr verfügbar oder erzeugt keinen Text. Wählen Sie ein anderes Modell.',
  length_limit_missing: 'Geben Sie mindestens eine dieser Grenzen an: {known}.',
  min_above_max: 'Das darf höchstens max_characters sein, also {limit}.',

  guardrail_blocks: `Die Schutzregel {guardrail} blockiert die ${DIRECTION}: Regel {rule}.`,
  guardrail_unchecked: `Die Schutzregel {guardrail} konnte die ${DIRECTION} nicht prüfen und blockiert sie.`,
};
