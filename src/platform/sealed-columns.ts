/**
 * A text column of which every value was made by the key ring's `seal`. Its name is `sealed` or ends in `_sealed`, and
 * the table has a column that names each row.
 */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The table's primary key: one column of a type that sorts. */
  readonly id: string;
}

/**
 * Every column that `npm run keys` re-encrypts. A room that keeps a secret adds its line here. The canaries are not
 * among them: each of those belongs to the key it was sealed with.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [{ table: 'server_secrets', column: 'sealed', id: 'name' }];
