import type { PersonalData } from '@scenewright/model/personal-data'

/**
 * Numbers that are reserved for documentation and fiction, as digits: 555-0100 to 555-0199 in any area code of North
 * America, and the ranges that Ofcom keeps free for drama in the United Kingdom.
 */
const reservedInNorthAmerica = /^(?:1?[2-9]\d{2})?55501\d{2}$/
const reservedInUnitedKingdom =
  /^(?:44|0)(?:113496|114496|115496|116496|117496|118496|121496|131496|141496|151496|161496|191498|207946|289649)0\d{3}$|^(?:44|0)(?:28964960|2920180|1632960|7700900|808157|909879|306999)\d{3,4}$/

/** Whether a phone number belongs to nobody, because it is reserved for documentation. */
export function isDocumentationPhone({ kind, text, international }: PersonalData): boolean {
  if (kind !== 'phone') return false
  // Without a country code, the number may be read as that of another country.
  return [text, international ?? ''].some(written => {
    const digits = written.replace(/\D/g, '')
    return reservedInNorthAmerica.test(digits) || reservedInUnitedKingdom.test(digits)
  })
}
