import type { KeptHeader } from '../database/tables.ts'
import type { functionChange } from '../schemas/function.ts'
import type { Infer } from '../schemas/infer.ts'
import { keptHeader } from './function-row.ts'
import type { HeaderVault } from './header-vault.ts'

type GivenHeader = NonNullable<Infer<typeof functionChange>['headers']>[number]

/**
 * The headers that a function has from now on. One that names an earlier header by its id, and gives no value, keeps
 * that header's. Throws a Refusal 400 for a value where there is no vault to keep it in.
 */
export function changeHeaders(
  before: readonly KeptHeader[],
  given: readonly GivenHeader[],
  vault: HeaderVault | undefined,
): readonly KeptHeader[] {
  return given.map(({ unique_id, ...header }) => {
    const known = before.find(({ id }) => id === unique_id?.toLowerCase())
    if (known === undefined || header.value !== undefined) return keptHeader(header, vault)
    const { header_name, is_secret = known.is_secret, is_enabled = known.is_enabled } = header
    return { ...known, header_name, is_secret, is_enabled }
  })
}
