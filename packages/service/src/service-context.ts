import type { Kysely } from 'kysely'
import type { Credits } from './accounts/credits.ts'
import type { CompletionAcceptance } from './completions/accept.ts'
import type { Tables } from './database/tables.ts'
import type { Lookups } from './lookups.ts'
import type { TargetPolicy } from './webhooks/target-address.ts'

/** What the operations work with. */
export interface ServiceContext {
  readonly kysely: Kysely<Tables>
  readonly lookups: Lookups
  readonly clock: () => Date
  readonly credits: Credits
  readonly targetPolicy: TargetPolicy
  /** Another account's objects are said not to be there, rather than to be forbidden. */
  readonly hideForeign: boolean
  readonly acceptance: CompletionAcceptance
}
