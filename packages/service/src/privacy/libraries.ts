import type { PhoneLibrary } from '@scenewright/model'

/** What knows numbers of the world by their check digits and ranges. */
export interface Libraries {
  readonly phones: PhoneLibrary
  isIban(number: string): boolean
  /** Whether a number is one of taxpayers or citizens of a locale, such as `de-DE`. */
  isTaxId(number: string, locale: string): boolean
  isBitcoinAddress(text: string): boolean
}

/** Loads the libraries, some 5 MB and 60 ms: only a bot that hides personal data needs them. */
export async function loadLibraries(): Promise<Libraries> {
  const [phones, iban, taxId, bitcoin] = await Promise.all([
    import('libphonenumber-js/min'),
    import('validator/lib/isIBAN.js'),
    import('validator/lib/isTaxID.js'),
    import('validator/lib/isBtcAddress.js'),
  ])
  return {
    phones,
    isIban: number => iban.default.default(number),
    isTaxId: (number, locale) => taxId.default.default(number, locale),
    isBitcoinAddress: text => bitcoin.default.default(text),
  }
}
