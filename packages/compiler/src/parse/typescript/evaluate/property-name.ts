import { ts } from 'ts-morph'
import { chargeName } from './budget.ts'
import { refuse } from './refusal.ts'
import { textIn } from './scalar.ts'
import type { Scope } from './value.ts'

/** The name of a field in an object or in a pattern. A computed name is evaluated. */
export function propertyName(name: ts.PropertyName, scope: Scope): string {
  if (ts.isIdentifier(name)) return name.text
  const mark = { node: name, frame: scope.frame }
  if (ts.isComputedPropertyName(name)) return computedName(name, scope)
  chargeName(mark, name.text)
  if (ts.isNumericLiteral(name)) return String(Number(name.text))
  if (ts.isPrivateIdentifier(name) || ts.isBigIntLiteral(name)) return refuse(mark, 'A field cannot have this name')
  return name.text
}

function computedName(node: ts.ComputedPropertyName, scope: Scope): string {
  const mark = { node, frame: scope.frame }
  const name = textIn(scope.frame.run.evaluate(node.expression, scope), mark)
  chargeName(mark, name)
  return name
}
