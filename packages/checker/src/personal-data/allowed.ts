import type { ProjectConfig } from '@scenewright/model/config'
import { type PersonalData, type PhoneRegion, phoneRegions } from '@scenewright/model/personal-data'
import { loadPatterns, loadPhones } from './libraries.ts'

/** The API's default language of a bot is Russian, but a config without a language says nothing about its customers. */
const undeclared: readonly PhoneRegion[] = ['RU', 'US']

/** Whether texts may contain this personal data. */
export type IsAllowed = (found: PersonalData) => boolean

/**
 * Reads `allow_personal_data`: texts, compared without case and separators; phone numbers in any form; and regular
 * expressions between slashes, which match anywhere, ignore case and take linear time. An invalid one is skipped:
 * `findPatternProblems` reports it.
 */
export function readAllowed(config: ProjectConfig): IsAllowed {
  const entries = config.allow_personal_data ?? []
  if (entries.length === 0) return () => false
  const plain = entries.filter(entry => patternIn(entry) === undefined)
  const texts = new Set(plain.map(fold))
  const patterns = entries.flatMap(entry => compiled(patternIn(entry)) ?? [])
  let numbers: ReadonlySet<string> | undefined
  return ({ text, international }) => {
    if (texts.has(fold(text)) || patterns.some(pattern => pattern.test(text))) return true
    if (international === undefined) return false
    numbers ??= new Set(plain.flatMap(entry => internationalForms(entry, regionsOf(config))))
    return numbers.has(international)
  }
}

/** The invalid regular expressions of `allow_personal_data`, by their indexes in the list. */
export function findPatternProblems(
  config: ProjectConfig,
): readonly { readonly index: number; readonly reason: string }[] {
  return (config.allow_personal_data ?? []).flatMap((entry, index) => {
    const reason = reasonAgainst(patternIn(entry))
    return reason === undefined ? [] : [{ index, reason }]
  })
}

function patternIn(entry: string): string | undefined {
  return entry.length > 2 && entry.startsWith('/') && entry.endsWith('/') ? entry.slice(1, -1) : undefined
}

function reasonAgainst(pattern: string | undefined): string | undefined {
  try {
    compile(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function compiled(pattern: string | undefined) {
  return reasonAgainst(pattern) === undefined ? compile(pattern) : undefined
}

function compile(pattern: string | undefined) {
  if (pattern === undefined) return undefined
  const { RE2JS } = loadPatterns()
  return RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.CASE_INSENSITIVE)
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]/gu, '')
}

function internationalForms(entry: string, regions: readonly PhoneRegion[]): readonly string[] {
  const { parsePhoneNumberFromString } = loadPhones()
  return regions.flatMap(region => parsePhoneNumberFromString(entry, region)?.number ?? [])
}

/** The countries whose phone numbers customers write without a country code, derived from the bot's language. */
export function regionsOf({ bot }: ProjectConfig): readonly PhoneRegion[] {
  const language = bot?.primary_language
  return language === undefined ? undeclared : phoneRegions[language]
}
