import type { PhoneLibrary } from '@scenewright/model/personal-data'

/** Validators of international numbers, by check digits and ranges. */
export interface Libraries {
  readonly phones: PhoneLibrary
  isIban(number: string): boolean
  /** Whether a number is a tax or citizen number of a locale, such as `de-DE`. */
  isTaxId(number: string, locale: string): boolean
  isBitcoinAddress(text: string): boolean
}

/** Loads the libraries, which only a bot that masks personal data needs. */
export async function loadLibraries(): Promise<Libraries> {
  // Single files: the whole library is ten times as large.
  const [phones, ibans, taxIds, bitcoin] = await Promise.all([
    import('libphonenumber-js'),
    import('validator/lib/isIBAN.js'),
    import('validator/lib/isTaxID.js'),
    import('validator/lib/isBtcAddress.js'),
  ])
  return {
    phones,
    isIban: functionOf(ibans),
    isTaxId: functionOf(taxIds),
    isBitcoinAddress: functionOf(bitcoin),
  }
}

/** The function exported by a CommonJS module: depending on the loader, it is `default`, or `default` of that. */
function functionOf<Only extends (...args: never[]) => unknown>(module: {
  readonly default: Only | { readonly default: Only }
}): Only {
  return typeof module.default === 'function' ? module.default : module.default.default
}
