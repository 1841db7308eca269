import type { Found } from './found.ts'
import { type IdShape, idShapes } from './id-shapes.ts'
import { beforeOf, labelBefore } from './labels.ts'
import type { Libraries } from './libraries.ts'

/** The numbers of identity cards, tax and insurance in a text. Takes linear time. */
export function findIds(text: string, libraries: Libraries): readonly Found[] {
  compiled ??= idShapes.map(compile)
  return compiled.flatMap(({ shape, pattern, label }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: value, index }): Found[] => {
      const isAlone = shape.isKnownAlone === true && value.length === text.trim().length
      const isTold = label === undefined || isAlone || label.test(beforeOf(text, index))
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

// Compiled when first needed: most bots hide nothing.
let compiled: readonly CompiledShape[] | undefined

function compile(shape: IdShape): CompiledShape {
  const { value, labels } = shape
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.,-])(?:${value})(?![\\p{L}\\p{N}]|[.,-]\\d)`, 'giu')
  return { shape, pattern, label: labels === undefined ? undefined : labelBefore(labels) }
}

function isRight(value: string, { isValid }: IdShape, libraries: Libraries): boolean {
  return isValid === undefined || isValid(value.replace(/[^A-Za-z0-9]/g, '').toUpperCase(), libraries)
}
