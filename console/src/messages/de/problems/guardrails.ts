const DIRECTION = '{direction, select, input {Eingabe} other {Ausgabe}}';

/** What can be wrong with guardrails, and why they end runs. */
export const guardrails = {
  direction_not_supported: `Die Schutzregel {guardrail} prüft keine ${DIRECTION}.`,
  action_not_supported: 'Die Schutzregel {guardrail} kann nur: {supported}.',
  invalid_action_suffix: 'Hinter dem Namen sind möglich: {supported}.',
  guardrail_without_config:
    'Die Schutzregel {guardrail} braucht Einstellungen. Schalten Sie sie in Aufgaben und Agenten ein.',
  unknown_judge: 'Das ist keines der eingerichteten Modelle.',
  unusable_judge: '{model} wird nicht mehr angeboten oder schreibt keinen Text. Wählen Sie ein anderes Modell.',
  length_limit_missing: 'Geben Sie mindestens eine dieser Grenzen an: {known}.',
  min_above_max: 'Das darf höchstens max_characters sein, also {limit}.',

  guardrail_blocks: `Die Schutzregel {guardrail} blockiert die ${DIRECTION}: Regel {rule}.`,
  guardrail_unchecked: `Die Schutzregel {guardrail} konnte die ${DIRECTION} nicht prüfen und blockiert sie.`,
};
