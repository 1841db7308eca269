import type { ts } from 'ts-morph'
import { elementsOf } from './elements.ts'
import { list, type Scope, type Value } from './value.ts'

/** `[a, ...b]`. */
export function evaluateList(node: ts.ArrayLiteralExpression, scope: Scope): Value {
  return list(elementsOf(node.elements, scope), { node, frame: scope.frame })
}
