import { isIin, isNir, isRussianInn, isSnils } from './check-digits.ts'
import type { Libraries } from './libraries.ts'

/** How the numbers of one kind of identity card, tax or insurance look. */
export interface IdShape {
  /** A pattern of the number, for the flags `giu`. */
  readonly value: string
  /** Beginnings of the words of which one stands before it; absent: the form alone tells. */
  readonly labels?: string
  /** Known without a label where it is the whole message: an answer to the question for it. */
  readonly isKnownAlone?: true
  /** Whether its check digits are right; asked without separators, in capitals. */
  isValid?(number: string, libraries: Libraries): boolean
}

const taxIdOf =
  (locale: string) =>
  (number: string, { isTaxId }: Libraries) =>
    isTaxId(number, locale)

/** A number is one of them where a single shape fits. */
export const idShapes: readonly IdShape[] = [
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
