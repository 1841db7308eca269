/** A number that could be that of a phone, and the text around it. */
export interface NumberInText {
  readonly before: string
  readonly text: string
  readonly after: string
}

/**
 * Whether a number that could be that of a phone is meant as one: by how it is written, or by the nearest word before
 * it. Numbers of orders, parcels and taxpayers look the same.
 */
export function isMeantAsPhone({ before, text, after }: NumberInText): boolean {
  const token = (/\S*$/.exec(before)?.[0] ?? '').toLowerCase()
  if (token.includes('://') || token.startsWith('www.')) return /wa\.me|whatsapp|viber|phone|tel/.test(token)
  if (/^[+(]|^00/.test(text)) return true
  if (new RegExp(`^\\s?(?:${currencies})`, 'i').test(after)) return false
  const word = nearestWord(before)
  if (word !== undefined) return word === 'phone'
  return isWrittenAsPhone(text)
}

/** Whether the nearest word that tells what a number is says that it is that of a phone. */
export function isNamedPhone(before: string): boolean {
  return nearestWord(before) === 'phone'
}

/** With the digit that begins a call at home, or in three groups and more. */
function isWrittenAsPhone(text: string): boolean {
  if (roundNumber.test(text)) return false
  const digits = text.replace(/\D/g, '')
  if (digits.length === text.length) return /^(?:0\d{8,10}|[78]\d{10})$/.test(digits)
  return /^0/.test(digits) || text.split(/\D+/).length >= 3
}

/** `100 000 000` */
const roundNumber = /^\d{1,3}(?:[ .\u00a0]\d{3})*[ .\u00a0]000$/

/** As a text, since the code that is published holds no other letters than English ones in regular expressions. */
const currencies = 'руб|р\\.|₽|сум|so.m|тенге|₸|грн|₴|сом|som|манат|₼|лар|₾|драм|֏|zł|lei|eur|usd|rub|€|\\$|£|%'

const phoneWords =
  'тел|звон|мобильн|факс|phone|call|mobile|cell|whatsapp|ватсап|вотсап|viber|вайбер|fax|hotline|tel|handy|anruf|rufen|appel|llam|móvil|ligue|ligar|chiam|zadzwo|dzwoń|sună|дзвон|қоңырау|zəng|զանգ|დარეკ'

const otherWords =
  '№|#|заказ|трек|накладн|отправлен|сч[её]т|договор|полис|инн|огрн|кпп|бик|снилс|паспорт|артикул|карт|билет|заявк|order|track|parcel|shipment|invoice|contract|policy|article|sku|imei|serial|booking|reservation|ticket|case|reference|account|passport|iban|isbn|bestell|sendung|rechnung|vertrag|kunden|commande|colis|facture|pedido|envío|factura|ordine|spedizione|fattura|encomenda|zamówieni|przesyłk|faktur|comand|factură|замовлен|накладна|тапсырыс|buyurtma|sifariş|պատվեր|შეკვეთ'

/** Which kind of word stands nearest before a number. */
function nearestWord(before: string): 'phone' | 'other' | undefined {
  wordPattern ??= new RegExp(`(?<phone>${phoneWords})|${otherWords}`, 'giu')
  const last = Array.from(before.matchAll(wordPattern)).at(-1)
  if (last === undefined) return undefined
  return last.groups?.phone === undefined ? 'other' : 'phone'
}

// Compiled when first needed: most runs need none.
let wordPattern: RegExp | undefined
