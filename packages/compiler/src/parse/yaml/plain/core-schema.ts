import { createScalar } from '../../create-scalar.ts'
import type { Span } from '../../places.ts'
import type { SourceNode } from '../../source-tree.ts'
import { isInexact } from '../../whole-numbers.ts'
import { nine } from './codes.ts'

const words = new Map<string, boolean | null>([
  ...['~', 'null', 'Null', 'NULL'].map(word => [word, null] as const),
  ...['true', 'True', 'TRUE'].map(word => [word, true] as const),
  ...['false', 'False', 'FALSE'].map(word => [word, false] as const),
])
const maxWordLength = 5
const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const octal = /^0o[0-7]+$/
const hexadecimal = /^0x[0-9a-fA-F]+$/
const notFinite = /^[-+]?\.(?:inf|Inf|INF|nan|NaN|NAN)$/

/**
 * Returns the node of a one-line plain scalar, with its value in the core schema of YAML 1.2. Undefined for a number
 * that is not finite, or not exact, which is not allowed in a document.
 */
export function resolvePlain(text: string, span: Span): SourceNode | undefined {
  const value = readValue(text)
  return value === undefined ? undefined : createScalar(value, text, span)
}

function readValue(text: string): string | number | boolean | null | undefined {
  // All characters that can begin a number come before the letters.
  if (text.charCodeAt(0) <= nine) return resolveNumber(text)
  if (text.length > maxWordLength) return text
  const word = words.get(text)
  return word === undefined ? text : word
}

function resolveNumber(text: string): string | number | undefined {
  if (isInexact(text)) return undefined
  if (decimal.test(text)) return finite(Number.parseFloat(text))
  if (octal.test(text)) return finite(Number.parseInt(text.slice(2), 8))
  if (hexadecimal.test(text)) return finite(Number.parseInt(text.slice(2), 16))
  return notFinite.test(text) ? undefined : text
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined
}
