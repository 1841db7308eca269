/** A possible phone number, and the text around it. */
export interface NumberInText {
  readonly before: string
  readonly text: string
  readonly after: string
}

/**
 * Whether a possible phone number is meant as one, according to its format, or to the nearest word before it. Order
 * numbers, parcel numbers and tax numbers look the same.
 */
export function isMeantAsPhone({ before, text, after }: NumberInText): boolean {
  const token = (/\S*$/.exec(before)?.[0] ?? '').toLowerCase()
  if (token.includes('://') || token.startsWith('www.')) return phoneLink.test(token)
  if (/^[+(]|^00/.test(text)) return true
  // The caller may have replaced the comma.
  if (new RegExp(`^(?:[.,|]\\d{1,2})?\\s?(?:${currencies})`, 'iu').test(after)) return false
  const word = nearestWord(before)
  if (word !== undefined) return word === 'phone'
  // `ABC-1234-5678-90` is one name.
  if (/\p{L}[-_]$/u.test(token)) return false
  return isWrittenAsPhone(text)
}

/** In a link, such as `?tel=`, but not as the end of another word, such as `hotel` and `iphone`. */
const phoneLink = /wa\.me|whatsapp|viber|(?<!\p{L})(?:(?:tele|cell|mobile)?phone|telefon|telegram|tel(?!\p{L}))/u

/** Whether the nearest word that classifies a number refers to a phone. */
export function isNamedPhone(before: string): boolean {
  return nearestWord(before) === 'phone'
}

/** With the national trunk prefix, or in three or more groups. */
function isWrittenAsPhone(text: string): boolean {
  if ([largeNumber, largeRange, timeRange, dottedQuad, standardNumber].some(other => other.test(text))) return false
  const digits = text.replace(/\D/g, '')
  if (digits.length === text.length) return /^(?:0\d{8,11}|[78]\d{10})$/.test(digits)
  return /^0/.test(digits) || text.split(/\D+/).length >= 3
}

/** `12.345.678`, `1 234 567`, `100 000 000`; in some countries, `91 123 456` and `512 345 678` are phone numbers. */
const largeNumber = /^(?:[1-9]\d?(?:\.\d{3})+|[1-9](?:[ \u00a0]\d{3})+|\d{1,3}(?:[ .\u00a0]\d{3})*[ .\u00a0]000)$/

/** `10.000-20.000` */
const largeRange = /^[1-9]\d{0,2}(?:[ .\u00a0]\d{3})+\s?[-\u2010-\u2015]\s?[1-9]\d{0,2}(?:[ .\u00a0]\d{3})+$/

/** `0800-1800` */
const timeRange = /^(?:[01]\d|2[0-4])(?:00|15|30|45)\s?[-\u2010-\u2015]\s?(?:[01]\d|2[0-4])(?:00|15|30|45)$/

/** An IP address or a version. Phone numbers in four such groups have the form `91.234.56.78`. */
const dottedQuad = /^(?!\d{2}\.\d{3}\.\d{2}\.\d{2}$)(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/** `60601-1-2` */
const standardNumber = /^[1-9]\d{4}(?:-\d{1,2}){2}$/

/*
 * The words are in strings, because the published code contains only ASCII in regular expressions. They are the
 * beginnings of words.
 */

const currencies =
  '[₽₸₴₼₾֏€$£%]|(?:р\\.|руб\\p{L}{0,3}|тенге|грн|сум|сом|манат|лари|драм|so.m|som|zł|lei|eur|euros?|usd|dollars?|rub)(?!\\p{L})'

const phoneWords = [
  'тел(?:ефон|[.: ])|(?:по|пере|на|со)?звон|мобильн|факс|ватсап|вотсап|вайбер|(?:за)?дзвон|қоңырау',
  'tel(?:ephon|éphon|efon|éfon|[.: ])|phone|call|mobile|cell|dial|ring|text me|whatsapp|viber|fax|hotline|handy',
  'my number|мой номер|мій номер|mój numer|meine nummer|mi número|mon numéro|mio numero|meu número|numărul meu',
  'anruf|rufen|appel|llam|llám|móvil|ligue|ligar|chiam|cellulare|zadzwo|dzwoń|komórk|sună|zəng|զանգ|დარეკ',
].join('|')

const otherWords = [
  'заказ|трек|накладн|отправлен|сч[её]т|договор|полис|инн|огрн|кпп|бик|снилс|паспорт|артикул|карт|билет|заявк|замовлен',
  'order|track|parcel|shipment|invoice|contract|policy|article|sku|imei|serial|booking|reservation|ticket|reference',
  'account|passport|iban|isbn|model|модел|auftrag|vorgang|bestell|sendung|rechnung|vertrag|kunden|commande|colis|facture|pedido|envío|factura|ordine',
  'artikel|art\\.-?\\s?nr|serien-?n(?:umme)?r|steuer-?(?:id|n(?:umme)?r)|konto|referenz|zähler|firmware|ip[ :-]|versi(?:on|ón|une)|versão|wersj|верси|версі',
  'spedizione|fattura|encomenda|zamówieni|przesyłk|faktur|comand|factură|тапсырыс|buyurtma|sifariş|պատվեր|შეკვეთ',
].join('|')

/** The kind of the nearest word before a number, and in the same part of the sentence. */
function nearestWord(before: string): 'phone' | 'other' | undefined {
  wordPattern ??= new RegExp(`(?<!\\p{L})(?:(?<phone>${phoneWords})|${otherWords})|[№#]`, 'giu')
  const part = Math.max(...[',', ';', '!', '?', '\n'].map(mark => before.lastIndexOf(mark)))
  const words = Array.from(before.matchAll(wordPattern), ({ index, groups }) => ({
    index,
    isPhone: groups?.phone !== undefined,
  }))
  const last = words.findLast(({ index, isPhone }) => isPhone || index > part)
  if (last === undefined) return undefined
  return last.isPhone ? 'phone' : 'other'
}

// Compiled when first needed: most runs need none.
let wordPattern: RegExp | undefined
