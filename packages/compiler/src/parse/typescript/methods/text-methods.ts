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

type TextMethod = (text: string, call: Call) => Scalar | Value

/** The methods of a text that a source may use, one per line. */
export const textMethods: Readonly<Record<string, TextMethod>> = {
  at: (text, call) => text.at(numberAt(call, 0) ?? 0),
  charAt: (text, call) => text.charAt(numberAt(call, 0) ?? 0),
  charCodeAt: (text, call) => text.charCodeAt(numberAt(call, 0) ?? 0),
  codePointAt: (text, call) => text.codePointAt(numberAt(call, 0) ?? 0),
  concat: (text, call) => text + call.args.map(({ value, slot }) => measured(textIn(value, slot), slot)).join(''),
  endsWith: (text, call) => text.endsWith(textAt(call, 0), numberAt(call, 1)),
  includes: (text, call) => text.includes(textAt(call, 0), numberAt(call, 1)),
  indexOf: (text, call) => text.indexOf(textAt(call, 0), numberAt(call, 1)),
  lastIndexOf: (text, call) => text.lastIndexOf(textAt(call, 0), numberAt(call, 1)),
  normalize: (text, call) => text.normalize(formAt(call)),
  padEnd: (text, call) => text.padEnd(lengthAt(call), optionalTextAt(call, 1)),
  padStart: (text, call) => text.padStart(lengthAt(call), optionalTextAt(call, 1)),
  repeat: (text, call) => text.repeat(timesAt(call, text)),
  replace: replaceFirst,
  replaceAll: replaceEach,
  slice: (text, call) => text.slice(numberAt(call, 0), numberAt(call, 1)),
  split,
  startsWith: (text, call) => text.startsWith(textAt(call, 0), numberAt(call, 1)),
  substring: (text, call) => text.substring(numberAt(call, 0) ?? 0, numberAt(call, 1)),
  toLowerCase: text => text.toLowerCase(),
  toUpperCase: text => text.toUpperCase(),
  trim: text => text.trim(),
  trimEnd: text => text.trimEnd(),
  trimStart: text => text.trimStart(),
}

function formAt(call: Call): string {
  const form = optionalTextAt(call, 0) ?? 'NFC'
  return ['NFC', 'NFD', 'NFKC', 'NFKD'].includes(form) ? form : mismatch(call, 0, 'one of NFC, NFD, NFKC, NFKD')
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

function replaceFirst(text: string, call: Call): string {
  const by = argumentAt(call, 1)
  if (by.kind === 'function') return text.replace(textAt(call, 0), replacer(by, text, call))
  chargeReplaced(text, call, 1)
  return text.replace(textAt(call, 0), textAt(call, 1))
}

function replaceEach(text: string, call: Call): string {
  const by = argumentAt(call, 1)
  const part = textAt(call, 0)
  if (by.kind === 'function') return text.replaceAll(part, replacer(by, text, call))
  chargeReplaced(text, call, part === '' ? text.length + 1 : text.split(part).length - 1)
  return text.replaceAll(part, textAt(call, 1))
}

// "$&" or "$'" in the replacement refers to a part of the text.
function chargeReplaced(text: string, call: Call, times: number): void {
  const by = textAt(call, 1)
  const references = by.split('$').length - 1
  chargeCharacters(call.site, times * (by.length + references * text.length))
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
  const parts = text.split(textAt(call, 0), limit === undefined ? maxParts : Math.min(limit >>> 0, maxParts))
  chargeSteps(call.site, parts.length)
  return createList(
    parts.map(part => scalar(part, call.site)),
    call.site,
  )
}
