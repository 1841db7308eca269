import { type Found, labelBefore, textBefore } from './found.ts'
import type { Libraries } from './libraries.ts'

/** The format of one kind of identity card, tax or insurance number. */
interface IdShape {
  /** A pattern of the number, for the flags `giu`. */
  readonly value: string
  /** Beginnings of the label words before it; absent: no label is needed. */
  readonly labels?: string
  /** Recognized without a label if it is the whole message: the answer to a question for it. */
  readonly isKnownAlone?: true
  /** Whether its check digits are right; called without separators, in capitals. */
  isValid?(number: string, libraries: Libraries): boolean
}

const taxIdOf =
  (locale: string) =>
  (number: string, { isTaxId }: Libraries) =>
    isTaxId(number, locale)

/** A number matches if a single shape matches. */
const idShapes: readonly IdShape[] = [
  { value: '\\d{3}-\\d{3}-\\d{3}[ -]\\d{2}', isValid: isSnils },
  { value: '\\d{3}[ -]?\\d{3}[ -]?\\d{3}[ -]?\\d{2}', labels: 'снилс|snils', isKnownAlone: true, isValid: isSnils },
  { value: '\\d{4} ?\\d{4} ?\\d{4}|\\d{10}', labels: 'инн|inn', isValid: isRussianInn },
  { value: '\\d{12}', isKnownAlone: true, labels: 'инн', isValid: isRussianInn },
  { value: '\\d{2} ?\\d{2}(?: ?(?:№|номер|n))? ?\\d{6}', labels: 'паспорт|passport|pasport' },
  { value: '\\p{L}{2} ?№? ?\\d{6}', labels: 'паспорт' },
  { value: '\\d{2} ?№? ?\\d{7}', labels: 'загранпаспорт|загран|паспорт|passport' },
  { value: '\\d{4} ?\\d{4} ?\\d{4} ?\\d{4}', labels: 'полис|омс' },
  {
    value: '\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}',
    labels: 'steuer-?id|steueridentifikation|idnr|tin',
    isKnownAlone: true,
    isValid: taxIdOf('de-DE'),
  },
  { value: '\\d{2} ?\\d{6} ?[A-Z] ?\\d{3}', labels: 'sozialversicherung|rentenversicherung|sv-?n' },
  {
    value: '(?=[A-Z]*\\d)[A-Z0-9]{9,10}',
    labels:
      'personalausweis|ausweis|carta d.identit|dowód osobist|dowód|dowod osobist|id card|identity card|reisepass|passport|passeport|pasaporte|passaporto|paszport|pașaport|pașaportul|passaporte|паспорт',
  },
  { value: '(?!000|666|9\\d\\d)\\d{3}-\\d{2}-\\d{4}', labels: 'ssn|social security|itin', isKnownAlone: true },
  { value: '(?!000|666|9\\d\\d)\\d{9}', labels: 'ssn|social security' },
  {
    value: '(?![DFIQUV])[A-Z](?![DFIQUVO])[A-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]',
    labels: 'ni|nino|national insurance|insurance',
    isKnownAlone: true,
  },
  {
    value: '[12][ .]?\\d{2}[ .]?(?:0[1-9]|1[0-2]|[2-9]\\d)[ .]?\\d{2}[ .]?\\d{3}[ .]?\\d{3}[ .]?\\d{2}',
    isValid: isNir,
  },
  {
    value: '(?:\\d{8}|\\d{2}\\.\\d{3}\\.\\d{3}|[XYZ]\\d{7})[ -]?[A-Z]',
    labels: 'dni|nie|nif',
    isKnownAlone: true,
    isValid: taxIdOf('es-ES'),
  },
  {
    value: '[A-Z]{6}\\d{2}[A-EHLMPRST]\\d{2}[A-Z]\\d{3}[A-Z]',
    isValid: taxIdOf('it-IT'),
  },
  { value: '\\d{11}', labels: 'pesel', isKnownAlone: true, isValid: taxIdOf('pl-PL') },
  {
    value: '\\d{10}',
    labels: 'іпн|рнокпп|інн|инн|ідентифікаційн',
    isKnownAlone: true,
    isValid: taxIdOf('uk-UA'),
  },
  { value: '\\d{12}', labels: 'жсн|иин|iin|jsn', isKnownAlone: true, isValid: isIin },
  { value: '\\d{14}', labels: 'jshshir|пинфл|pinfl|жшшир|пин' },
  { value: '\\d{3}[ .]?\\d{3}[ .]?\\d{3}', labels: 'nif|contribuinte', isValid: taxIdOf('pt-PT') },
  { value: '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}', isValid: taxIdOf('pt-BR') },
  { value: '\\d{11}', labels: 'cpf', isKnownAlone: true, isValid: taxIdOf('pt-BR') },
  { value: '\\d{13}', labels: 'cnp', isKnownAlone: true, isValid: taxIdOf('ro-RO') },
]

/** The numbers of identity cards, tax and insurance in a text. Takes linear time. */
export function findIds(text: string, libraries: Libraries): readonly Found[] {
  compiled ??= idShapes.map(compile)
  return compiled.flatMap(({ shape, pattern, label }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: value, index }): Found[] => {
      const isAlone = shape.isKnownAlone === true && value.length === text.trim().length
      const isTold = label === undefined || isAlone || label.test(textBefore(text, index))
      if (!isTold || !isRight(value, shape, libraries)) return []
      return [{ kind: 'ID', start: index, end: index + value.length }]
    }),
  )
}

interface CompiledShape {
  readonly shape: IdShape
  readonly pattern: RegExp
  readonly label: RegExp | undefined
}

// Compiled on first use: most bots mask nothing.
let compiled: readonly CompiledShape[] | undefined

function compile(shape: IdShape): CompiledShape {
  const { value, labels } = shape
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.,-])(?:${value})(?![\\p{L}\\p{N}]|[.,-]\\d)`, 'giu')
  return { shape, pattern, label: labels === undefined ? undefined : labelBefore(labels) }
}

function isRight(value: string, { isValid }: IdShape, libraries: Libraries): boolean {
  return isValid === undefined || isValid(value.replace(/[^A-Za-z0-9]/g, '').toUpperCase(), libraries)
}

/** A Russian taxpayer number (INN): ten digits for companies, twelve for persons. */
function isRussianInn(digits: string): boolean {
  const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
  const check = (length: number) => (weighted(digits.slice(0, length), weights.slice(11 - length)) % 11) % 10
  if (digits.length === 10) return check(9) === Number(digits[9])
  return digits.length === 12 && check(10) === Number(digits[10]) && check(11) === Number(digits[11])
}

/** A Russian social insurance number (SNILS), eleven digits. */
function isSnils(digits: string): boolean {
  const rest = weighted(digits.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101
  return digits.length === 11 && Number(digits.slice(9)) === rest % 100 && !/^(\d)\1*$/.test(digits)
}

/** A French social insurance number (NIR), fifteen digits. */
function isNir(digits: string): boolean {
  return digits.length === 15 && Number(digits.slice(13)) === 97 - (Number(digits.slice(0, 13)) % 97)
}

/** A personal number in Kazakhstan (IIN), twelve digits. */
function isIin(digits: string): boolean {
  const first = weighted(digits.slice(0, 11), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11
  const check = first < 10 ? first : weighted(digits.slice(0, 11), [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11
  return digits.length === 12 && check === Number(digits[11])
}

function weighted(digits: string, weights: readonly number[]): number {
  return Array.from(digits, Number).reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0)
}

/** Finds dates of birth by their labels. Other dates are not personal data. */
export function findBirthDates(text: string): readonly Found[] {
  birthDatePatterns ??= {
    date: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${dateForms.join('|')})(?![\\p{L}\\p{N}])(?:\\s?[гр]\\.(?!\\s?[рн]))?`,
      'giu',
    ),
    before: new RegExp(`(?<!\\p{L})(?:${bornWords.join('|')})[^\\d\\n!?;]{0,30}$`, 'iu'),
    after: new RegExp(`^[\\s,(]{0,3}(?:${afterWords})`, 'iu'),
  }
  const { date, before, after } = birthDatePatterns
  return Array.from(text.matchAll(date)).flatMap(({ 0: value, index }): Found[] => {
    const end = index + value.length
    const isTold = before.test(textBefore(text, index)) || after.test(text.slice(end, end + 20))
    return isTold ? [{ kind: 'BIRTH_DATE', start: index, end }] : []
  })
}

let birthDatePatterns: { readonly date: RegExp; readonly before: RegExp; readonly after: RegExp } | undefined

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

/** Vehicle registration plates in a text, with a unique format or a label. */
export function findPlates(text: string): readonly Found[] {
  platePatterns ??= {
    form: new RegExp(`(?<![\\p{L}\\p{N}])(?:${russian}|${ukrainian})(?![\\p{L}\\p{N}])`, 'gu'),
    german: /(?<![\p{L}\p{N}])[A-Z\u00c4\u00d6\u00dc]{1,3}[ -][A-Z]{1,2}[ -]?\d{1,4}(?![\p{L}\p{N}])/gu,
    label: labelBefore('kennzeichen|nummernschild'),
  }
  const { form, german, label } = platePatterns
  const called = Array.from(text.matchAll(german)).filter(({ index }) => label.test(textBefore(text, index)))
  return [...text.matchAll(form), ...called].map(({ 0: value, index }) => ({
    kind: 'PLATE',
    start: index,
    end: index + value.length,
  }))
}

let platePatterns: { readonly form: RegExp; readonly german: RegExp; readonly label: RegExp } | undefined

const russian = '[АВЕКМНОРСТУХ]\\d{3}[АВЕКМНОРСТУХ]{2} ?\\d{2,3}'
const ukrainian = '[АВСЕНІКМОРТХ]{2} ?\\d{4} ?[АВСЕНІКМОРТХ]{2}'
