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
  // File by file: the whole of the validators weighs ten times as much.
  const [phones, ibans, taxIds, bitcoin] = await Promise.all([
    import('libphonenumber-js'),
    import('validator/lib/isIBAN.js'),
    import('validator/lib/isTaxID.js'),
    import('validator/lib/isBtcAddress.js'),
  ])
  // Each is a CommonJS module that is its function, and has it as `default` too.
  return {
    phones,
    isIban: number => ibans.default.default(number),
    isTaxId: (number, locale) => taxIds.default.default(number, locale),
    isBitcoinAddress: text => bitcoin.default.default(text),
  }
}
