import type { PhoneLibrary } from '@scenewright/model'

/** What knows numbers of the world by their check digits and ranges. */
export interface Libraries {
  readonly phones: PhoneLibrary
  isIban(number: string): boolean
  /** Whether a number is one of taxpayers or citizens of a locale, such as `de-DE`. */
  isTaxId(number: string, locale: string): boolean
  isBitcoinAddress(text: string): boolean
}

/** Loads the libraries, which only a bot that hides personal data needs. */
export async function loadLibraries(): Promise<Libraries> {
  const [phones, { default: validator }] = await Promise.all([import('libphonenumber-js/min'), import('validator')])
  return {
    phones,
    isIban: number => validator.isIBAN(number),
    isTaxId: (number, locale) => validator.isTaxID(number, locale),
    isBitcoinAddress: text => validator.isBtcAddress(text),
  }
}
