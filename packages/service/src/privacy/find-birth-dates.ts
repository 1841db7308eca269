import type { Found } from './found.ts'
import { beforeOf } from './labels.ts'

/** The dates in a text of which it says that somebody was born on them. Other dates are no secret. */
export function findBirthDates(text: string): readonly Found[] {
  patterns ??= {
    date: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${dateForms.join('|')})(?![\\p{L}\\p{N}])(?:\\s?[гр]\\.(?!\\s?[рн]))?`,
      'giu',
    ),
    before: new RegExp(`(?<!\\p{L})(?:${bornWords.join('|')})[^\\d\\n!?;]{0,30}$`, 'iu'),
    after: new RegExp(`^[\\s,(]{0,3}(?:${afterWords})`, 'iu'),
  }
  const { date, before, after } = patterns
  return Array.from(text.matchAll(date)).flatMap(({ 0: value, index }): Found[] => {
    const end = index + value.length
    const isTold = before.test(beforeOf(text, index)) || after.test(text.slice(end, end + 20))
    return isTold ? [{ kind: 'BIRTH_DATE', start: index, end }] : []
  })
}

let patterns: { readonly date: RegExp; readonly before: RegExp; readonly after: RegExp } | undefined

/** `14.03.1987`, `1987-03-14`, `14 March 1987`, `March 14, 1987`, `1987`. */
const dateForms = [
  '\\d{1,2}[./-] ?\\d{1,2}[./-] ?(?:(?:19|20)\\d{2}|\\d{2})',
  '(?:19|20)\\d{2}[./-]\\d{1,2}[./-]\\d{1,2}',
  '\\d{1,2}(?:st|nd|rd|th|er|\\.|º)?[ -](?:de |of )?\\p{L}{3,12}\\.?,?[ -](?:de |del )?(?:19|20)?\\d{2}',
  '\\p{L}{3,12}\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d{2}',
  '(?:19|20)\\d{2}',
]

/** In the languages of bots; beginnings of words. */
const bornWords = [
  'born|birth|b-?day|dob|d\\.o\\.b|geboren|geb\\.|geburts|né le|née le|naissance|nací|nacid|nacimiento|nato|nata|nascita',
  'ur\\.|urodz|urodze|nasci|nascid|nascimento|născut|nașteri|родил|рожд|д\\.? ?р\\.?(?!\\p{L})|народ|нар\\.|нараджэн|туған|туулган',
  'tug.ilgan|doğum|doğul|doglan|таваллуд|ծնված|ծննդ|დაბად',
]

const afterWords = 'г\\.?\\s?р\\.?(?!\\p{L})|год\\p{L}{0,2} рожд|р\\.\\s?н\\.|\\(?dob'
