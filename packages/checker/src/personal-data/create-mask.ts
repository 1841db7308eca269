import type { ProjectConfig } from '@scenewright/model/config'
import type { PersonalData } from '@scenewright/model/personal-data'
import { findSecrets } from '@scenewright/model/secrets'
import { readAllowed, regionsOf } from './allowed.ts'
import { findPersonalData } from './find-personal-data.ts'
import { visibleText } from './visible-text.ts'

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
    const visible = visibleText(text)
    const found = [
      ...findSecrets(visible.text, Number.POSITIVE_INFINITY).map(range => ({
        kind: 'secret' as const,
        ...visible.locate(range),
      })),
      ...findPersonalData(text, regions, { takesRest: true }).filter(data => !isAllowed(data)),
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
