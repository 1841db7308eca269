import type { KeptHeader } from '../database/tables.ts'
import type { HeaderVault } from './header-vault.ts'
import { type Arguments, fill } from './placeholders.ts'
import { UnfitCall } from './unfit-call.ts'

/** The headers of a call, opened for it alone. Throws an UnfitCall, which tells no value. */
export function fillHeaders(
  headers: readonly KeptHeader[],
  args: Arguments,
  vault: HeaderVault | undefined,
): readonly (readonly [name: string, value: string])[] {
  return headers.flatMap(header => {
    if (!header.is_enabled || header.sealed === null) return []
    return [[header.header_name, fillValue(header, open(header, header.sealed, vault), args)] as const]
  })
}

function open({ id, header_name }: KeptHeader, sealed: string, vault: HeaderVault | undefined): string {
  try {
    if (vault !== undefined) return vault.open(sealed, id)
  } catch {
    // It was sealed with another key: the same as none.
  }
  throw new UnfitCall(`The value of the header "${header_name}" cannot be opened here.`)
}

function fillValue({ header_name }: KeptHeader, template: string, args: Arguments): string {
  const isWhole = /^\{[^{}]*\}$/.test(template)
  return fill(template, args, (value, name) => {
    const isFit = isWhole ? /^[ -~]*$/.test(value) : /^[!#-+\--:<-[\]-~]*$/.test(value)
    if (isFit) return value
    throw new UnfitCall(`The argument "${name}" holds what the header "${header_name}" cannot.`)
  })
}
