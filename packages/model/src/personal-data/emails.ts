import type { PersonalData } from './personal-data.ts'

/**
 * The e-mail addresses in a text. Takes linear time: it searches around each @, up to the maximum length of an address.
 */
export function findEmails(text: string): readonly PersonalData[] {
  const found: PersonalData[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = namePattern.exec(text.slice(Math.max(0, at - 64), at))?.[0]
    const host = hostPattern.exec(text.slice(at + 1, at + 256))?.[0]
    if (name === undefined || host === undefined) continue
    const start = at - name.length
    const end = at + 1 + host.length
    found.push({ kind: 'email', text: text.slice(start, end), start, end })
  }
  return found
}

const namePattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}._%+'-]*$/u

/** Names between dots, the last one of letters: `shop.example`, `xn--e1afmkfd.xn--p1ai`. */
const hostPattern =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:xn--[a-z0-9-]{2,59}|\p{L}[\p{L}\p{M}]+)/iu
