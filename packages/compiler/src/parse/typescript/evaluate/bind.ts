import { ts } from 'ts-morph'
import { chargeSteps, deepen } from './budget.ts'
import { describe } from './describe.ts'
import { iterate } from './iterate.ts'
import { mapping } from './mapping.ts'
import { readProperty } from './property.ts'
import { propertyName } from './property-name.ts'
import { refuse } from './refusal.ts'
import { isNullish } from './scalar.ts'
import { initialize } from './scope.ts'
import { createList, type Field, type Scope, type Value } from './value.ts'

/** A name or a pattern with a default value: a declaration, a parameter, a part of a pattern. */
interface Target {
  readonly name: ts.BindingName
  readonly initializer?: ts.Expression | undefined
}

/** Binds the names of a declaration to their values and destructures patterns. The names are already declared. */
export function bind({ name, initializer }: Target, value: Value, scope: Scope): void {
  const isAbsent = value.kind === 'scalar' && value.data === undefined
  const bound = isAbsent && initializer !== undefined ? scope.frame.run.evaluate(initializer, scope) : value
  if (ts.isIdentifier(name)) {
    initialize(scope, name.text, bound)
    return
  }
  chargeSteps({ node: name, frame: scope.frame }, name.elements.length)
  deepen(name, scope.frame)
  if (ts.isArrayBindingPattern(name)) bindItems(name, bound, scope)
  else bindFields(name, bound, scope)
  scope.frame.run.depth -= 1
}

function bindItems(pattern: ts.ArrayBindingPattern, value: Value, scope: Scope): void {
  const values = iterate(value, { node: pattern, frame: scope.frame })
  const nothing = { kind: 'scalar', data: undefined, node: pattern, frame: scope.frame } as const
  const rest = (node: ts.BindingElement, index: number) => {
    const mark = { node, frame: scope.frame }
    chargeSteps(mark, Math.max(0, values.length - index))
    return createList(values.slice(index), mark)
  }
  pattern.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return
    bind(element, element.dotDotDotToken === undefined ? (values[index] ?? nothing) : rest(element, index), scope)
  })
}

function bindFields(pattern: ts.ObjectBindingPattern, value: Value, scope: Scope): void {
  if (isNullish(value)) refuse({ node: pattern, frame: scope.frame }, `${describe(value)} cannot be destructured`)
  const taken = new Set<string>()
  for (const element of pattern.elements) {
    if (element.dotDotDotToken !== undefined) {
      bind(element, restOf(value, taken, { element, scope }), scope)
      continue
    }
    const name = nameOf(element, scope)
    taken.add(name)
    bind(element, readProperty(value, name, { node: element, frame: scope.frame }), scope)
  }
}

function nameOf({ propertyName: property, name }: ts.BindingElement, scope: Scope): string {
  if (property !== undefined) return propertyName(property, scope)
  return ts.isIdentifier(name) ? name.text : ''
}

function restOf(value: Value, taken: ReadonlySet<string>, at: { element: ts.BindingElement; scope: Scope }): Value {
  const mark = { node: at.element, frame: at.scope.frame }
  if (value.kind !== 'mapping')
    return refuse(mark, `Only an object can be spread or destructured here, not ${describe(value)}`)
  chargeSteps(mark, value.fields.size)
  const rest = new Map<string, Field>()
  for (const [name, field] of value.fields) if (!taken.has(name)) rest.set(name, field)
  return mapping(rest, mark)
}
