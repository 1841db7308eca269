import type { Found } from './found.ts'
import { beforeOf, labelBefore } from './labels.ts'

/** The number plates of cars in a text whose form no other thing has, or that it calls so. */
export function findPlates(text: string): readonly Found[] {
  patterns ??= {
    form: new RegExp(`(?<![\\p{L}\\p{N}])(?:${russian}|${ukrainian})(?![\\p{L}\\p{N}])`, 'gu'),
    german: /(?<![\p{L}\p{N}])[A-Z\u00c4\u00d6\u00dc]{1,3}[ -][A-Z]{1,2}[ -]?\d{1,4}(?![\p{L}\p{N}])/gu,
    label: labelBefore('kennzeichen|nummernschild'),
  }
  const { form, german, label } = patterns
  const called = Array.from(text.matchAll(german)).filter(({ index }) => label.test(beforeOf(text, index)))
  return [...text.matchAll(form), ...called].map(({ 0: value, index }) => ({
    kind: 'PLATE',
    start: index,
    end: index + value.length,
  }))
}

let patterns: { readonly form: RegExp; readonly german: RegExp; readonly label: RegExp } | undefined

const russian = '[АВЕКМНОРСТУХ]\\d{3}[АВЕКМНОРСТУХ]{2} ?\\d{2,3}'
const ukrainian = '[АВСЕНІКМОРТХ]{2} ?\\d{4} ?[АВСЕНІКМОРТХ]{2}'
