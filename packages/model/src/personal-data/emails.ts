import type { PersonalData } from './personal-data.ts'

/**
 * The e-mail addresses in a text, also with `%40` for the @, as in a link. Takes linear time: it searches around each @,
 * up to the maximum length of an address.
 */
export function findEmails(text: string): readonly PersonalData[] {
  const found: PersonalData[] = []
  for (const { 0: sign, index: at } of text.matchAll(/@|%40/g)) {
    const name = namePattern.exec(text.slice(Math.max(0, at - 64), at))?.[0]
    const host = hostPattern.exec(text.slice(at + sign.length, at + sign.length + 255))?.[0]
    if (name === undefined || host === undefined) continue
    // A number before `%40` may be a percentage.
    if (sign !== '@' && !/\p{L}/u.test(name)) continue
    found.push({
      kind: 'email',
      text: `${name}@${host}`,
      start: at - name.length,
      end: at + sign.length + host.length,
    })
  }
  return found
}

const namePattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}._%+'-]*$/u

/** Names between dots, the last one of letters: `shop.example`, `xn--e1afmkfd.xn--p1ai`. */
const hostPattern =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:xn--[a-z0-9-]{2,59}|\p{L}[\p{L}\p{M}]+)/iu
