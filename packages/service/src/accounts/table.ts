import type { Generated, Selectable } from 'kysely'

export interface AccountTable {
  readonly id: string
  readonly email: string
  /** The e-mail address in lower case, for lookups. */
  readonly email_folded: string
  readonly key_salt: string
  readonly key_hash: string
  readonly is_active: Generated<boolean>
  readonly created_at: Date
}

/** An account. */
export type Account = Selectable<AccountTable>
