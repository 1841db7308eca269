import type { Language } from '../config.ts'

/** A country, as its phone numbers are known without a country code. */
export type PhoneRegion = (typeof phoneRegions)[Language][number]

/** The countries whose phone numbers customers of a bot write without a country code, by the bot's language. */
export const phoneRegions = {
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
} as const satisfies { readonly [Name in Language]: readonly string[] }
