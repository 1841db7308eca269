import type { Language, ProjectConfig } from '@scenewright/model'
import type { CountryCode } from 'libphonenumber-js'

/** A country, as its numbers are known without a country code. */
export type Region = CountryCode

/** The countries whose phone numbers customers write without a country code, as far as the bot's language tells. */
export function regionsOf({ bot }: ProjectConfig): readonly Region[] {
  const language = bot?.primary_language
  return language === undefined ? undeclared : regions[language]
}

/** The language of the API where a bot has none is Russian; but such a config says nothing of its customers. */
const undeclared: readonly Region[] = ['RU', 'US']

const regions: { readonly [Name in Language]: readonly Region[] } = {
  ru: ['RU'],
  en: ['US', 'GB'],
  uk: ['UA'],
  be: ['BY'],
  kk: ['KZ'],
  uz: ['UZ'],
  az: ['AZ'],
  hy: ['AM'],
  ka: ['GE'],
  ky: ['KG'],
  tg: ['TJ'],
  tk: ['TM'],
  de: ['DE'],
  fr: ['FR'],
  es: ['ES', 'MX'],
  it: ['IT'],
  pt: ['PT', 'BR'],
  pl: ['PL'],
  ro: ['RO'],
}
