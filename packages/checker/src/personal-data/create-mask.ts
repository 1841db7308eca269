import type { ProjectConfig } from '@scenewright/model/config'
import type { PersonalData } from '@scenewright/model/personal-data'
import { findSecrets } from '@scenewright/model/secrets'
import { readAllowed, regionsOf } from './allowed.ts'
import { findPersonalData } from './find-personal-data.ts'

/** What a mask replaces. */
export type MaskedKind = PersonalData['kind'] | 'secret'

/** A masked text, and what was replaced in it. */
export interface MaskedText {
  readonly text: string
  readonly kinds: readonly MaskedKind[]
}

/**
 * Creates a function that replaces phone numbers, e-mail addresses, payment cards, account numbers and secrets in a text
 * by their kinds in brackets, such as `[email]`. What the config allows (`allow_personal_data`) stays.
 */
export function createMask(config: ProjectConfig): (text: string) => MaskedText {
  const isAllowed = readAllowed(config)
  const regions = regionsOf(config)
  return text => {
    const plain = withoutFullWidth(text)
    const found = [
      ...findSecrets(plain, Number.POSITIVE_INFINITY).map(({ start, end }) => ({
        kind: 'secret' as const,
        start,
        end,
      })),
      ...findPersonalData(plain, regions, { takesRest: true }).filter(data => !isAllowed(data)),
    ].sort((a, b) => a.start - b.start)
    let masked = ''
    let end = 0
    for (const part of found) {
      // What begins within another one is already masked.
      if (part.start >= end) masked += `${text.slice(end, part.start)}[${part.kind}]`
      end = Math.max(end, part.end)
    }
    return { text: masked + text.slice(end), kinds: found.map(({ kind }) => kind) }
  }
}

/** With ASCII in the place of its full-width forms, which Asian keyboards write; each is one UTF-16 unit. */
function withoutFullWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
}
