import { evaluationLimits } from '@scenewright/model/limits'
import { chargeCharacters, chargeSteps } from '../evaluate/budget.ts'
import { textIn } from '../evaluate/scalar.ts'
import {
  type Call,
  createList,
  type FunctionValue,
  type Mark,
  type Scalar,
  scalar,
  type Value,
} from '../evaluate/value.ts'
import { argumentAt, callback, mismatch, numberAt, optionalTextAt, textAt } from './arguments.ts'
import { normalizeText } from './normalize-text.ts'
import { findAll, findFirst, findLast, shortPart } from './search-text.ts'

type TextMethod = (text: string, call: Call) => Scalar | Value

/** The methods of a text that a source may use, one per line. */
export const textMethods: Readonly<Record<string, TextMethod>> = {
  at: (text, call) => text.at(numberAt(call, 0) ?? 0),
  charAt: (text, call) => text.charAt(numberAt(call, 0) ?? 0),
  charCodeAt: (text, call) => text.charCodeAt(numberAt(call, 0) ?? 0),
  codePointAt: (text, call) => text.codePointAt(numberAt(call, 0) ?? 0),
  concat: (text, call) => text + call.args.map(({ value, slot }) => measured(textIn(value, slot), slot)).join(''),
  endsWith: (text, call) => text.endsWith(compared(text, call), numberAt(call, 1)),
  includes: (text, call) => findFirst(text, textAt(call, 0), numberAt(call, 1)) !== -1,
  indexOf: (text, call) => findFirst(text, textAt(call, 0), numberAt(call, 1)),
  lastIndexOf: (text, call) => findLast(text, textAt(call, 0), numberAt(call, 1)),
  normalize: normalizeText,
  padEnd: (text, call) => text.padEnd(lengthAt(call), optionalTextAt(call, 1)),
  padStart: (text, call) => text.padStart(lengthAt(call), optionalTextAt(call, 1)),
  repeat: (text, call) => text.repeat(timesAt(call, text)),
  replace: replaceFirst,
  replaceAll: replaceEach,
  slice: (text, call) => text.slice(numberAt(call, 0), numberAt(call, 1)),
  split,
  startsWith: (text, call) => text.startsWith(compared(text, call), numberAt(call, 1)),
  substring: (text, call) => text.substring(numberAt(call, 0) ?? 0, numberAt(call, 1)),
  toLowerCase: text => text.toLowerCase(),
  toUpperCase: text => text.toUpperCase(),
  trim: text => text.trim(),
  trimEnd: text => text.trimEnd(),
  trimStart: text => text.trimStart(),
}

function lengthAt(call: Call): number {
  const length = numberAt(call, 0) ?? 0
  chargeCharacters(call.site, length)
  return length
}

function timesAt(call: Call, text: string): number {
  const times = numberAt(call, 0) ?? 0
  if (times <= -1 || times === Number.POSITIVE_INFINITY) return mismatch(call, 0, 'a number from 0')
  chargeCharacters(call.site, text.length * times)
  return times
}

/** The text that is compared with the beginning or the end of another one. */
function compared(text: string, call: Call): string {
  const part = textAt(call, 0)
  if (part.length <= text.length) chargeCharacters(call.site, part.length)
  return part
}

function replaceFirst(text: string, call: Call): string {
  return replaceAt(text, call, findAll(text, textAt(call, 0), 1))
}

function replaceEach(text: string, call: Call): string {
  return replaceAt(text, call, findAll(text, textAt(call, 0)))
}

/** Replaces the part that a call names at these places. */
function replaceAt(text: string, call: Call, places: readonly number[]): string {
  const part = textAt(call, 0)
  const by = argumentAt(call, 1)
  if (by.kind !== 'function') chargeReplaced(text, call, places.length)
  // Millions of short parts are replaced faster at once.
  if (by.kind !== 'function' && places.length > 1 && part.length <= shortPart) {
    return text.replaceAll(part, textAt(call, 1))
  }
  const replace = by.kind === 'function' ? replacer(by, text, call) : expander(textAt(call, 1), text)
  const pieces: string[] = []
  let end = 0
  for (const at of places) {
    pieces.push(text.slice(end, at), replace(part, at))
    end = at + part.length
  }
  return pieces.join('') + text.slice(end)
}

// "$&" or "$'" in the replacement refers to a part of the text.
function chargeReplaced(text: string, call: Call, times: number): void {
  const by = textAt(call, 1)
  if (times === 0) return
  chargeCharacters(call.site, times * by.length)
  chargeCharacters(call.site, times * findAll(by, '$').length * text.length)
}

/** The replacement of a part, in which `$&`, `` $` `` and `$'` are the part and the text before and after it. */
function expander(by: string, text: string): (part: string, at: number) => string {
  if (!by.includes('$')) return () => by
  return (part, at) => {
    const meanings: Readonly<Record<string, () => string>> = {
      $$: () => '$',
      '$&': () => part,
      '$`': () => text.slice(0, at),
      "$'": () => text.slice(at + part.length),
    }
    return by.replaceAll(/\$[$&`']/g, sign => meanings[sign]?.() ?? sign)
  }
}

function replacer(by: FunctionValue, text: string, call: Call): (part: string, at: number) => string {
  const { site } = call
  const replace = callback(by, call)
  return (part, at) => measured(textIn(replace(scalar(part, site), scalar(at, site), scalar(text, site)), site), site)
}

function measured(text: string, at: Mark): string {
  chargeCharacters(at, text.length)
  return text
}

function split(text: string, call: Call): Value {
  const maxParts = evaluationLimits.steps + 1
  const limit = numberAt(call, 1)
  const parts = partsOf(text, textAt(call, 0), limit === undefined ? maxParts : Math.min(limit >>> 0, maxParts))
  chargeSteps(call.site, parts.length)
  return createList(
    parts.map(part => scalar(part, call.site)),
    call.site,
  )
}

function partsOf(text: string, separator: string, most: number): readonly string[] {
  if (separator === '') return text.split('', most)
  const places = findAll(text, separator, most)
  const parts = places.map((at, index) => text.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + separator.length, at))
  const last = places.at(-1)
  return parts.length < most ? [...parts, text.slice(last === undefined ? 0 : last + separator.length)] : parts
}
