import { ts } from 'ts-morph'
import { chargeCharacters, chargeSteps } from './budget.ts'
import { collectProblems } from './collect-problems.ts'
import { describe, describeSyntax } from './describe.ts'
import { evaluateElements } from './elements.ts'
import { createClosure } from './function.ts'
import { evaluateIdentifier } from './identifier.ts'
import { mapping, toField } from './mapping.ts'
import { propertyName } from './property-name.ts'
import { refuse } from './refusal.ts'
import { textIn } from './scalar.ts'
import { type Field, list, type Scope, scalar, type Value } from './value.ts'

type Fields = Map<string, Field>

type Property = Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>

const ownName = { help: 'Write ["__proto__"] for a field of that name.' }

/** `[a, ...b]`. */
export function evaluateList(node: ts.ArrayLiteralExpression, scope: Scope): Value {
  return list(evaluateElements(node.elements, scope), { node, frame: scope.frame })
}

/** `{ a: 1, b, [c]: 2, ...d }`, and methods, which are functions like any other. */
export function evaluateObject(node: ts.ObjectLiteralExpression, scope: Scope): Value {
  const fields: Fields = new Map()
  collectProblems(node.properties, scope.frame.run, property => addProperty(fields, property, scope))
  return mapping(fields, { node, frame: scope.frame })
}

function addProperty(fields: Fields, property: ts.ObjectLiteralElementLike, scope: Scope): void {
  const { frame } = scope
  if (ts.isSpreadAssignment(property)) {
    addSpread(fields, property, scope)
    return
  }
  const name = propertyName(property.name, scope)
  const value = propertyValue(property, scope)
  const initializer = ts.isPropertyAssignment(property) ? property.initializer : property
  const isOwn = value.node === initializer && value.frame === frame
  fields.set(name, { value, slot: isOwn ? value : { node: initializer, frame }, node: property.name, frame })
}

function propertyValue(property: Property, scope: Scope): Value {
  const { frame } = scope
  if (ts.isPropertyAssignment(property)) {
    if (setsPrototype(property.name))
      return refuse({ node: property.name, frame }, '"__proto__" does not set a field', ownName)
    return frame.run.evaluate(property.initializer, scope)
  }
  if (ts.isMethodDeclaration(property)) return createClosure(property, scope)
  const isPlain = ts.isShorthandPropertyAssignment(property) && property.objectAssignmentInitializer === undefined
  if (isPlain) return evaluateIdentifier(property.name, scope)
  return refuse({ node: property, frame }, `${describeSyntax(property)} is not supported in a source`)
}

function setsPrototype(name: ts.PropertyName): boolean {
  return (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && name.text === '__proto__'
}

/** Null, undefined, true, false and numbers have no fields: so `...(isOpen && { … })` adds some or none. */
function addSpread(fields: Fields, node: ts.SpreadAssignment, scope: Scope): void {
  const { frame } = scope
  const slot = { node, frame }
  const value = frame.run.evaluate(node.expression, scope)
  if (value.kind === 'mapping') {
    chargeSteps(slot, value.fields.size)
    for (const [name, field] of value.fields) fields.set(name, toField({ value: field.value, slot }, field))
    return
  }
  const isEmpty = value.kind === 'scalar' && (typeof value.data !== 'string' || value.data === '')
  if (!isEmpty) refuse(slot, `Only an object can be spread or destructured here, not ${describe(value)}`)
}

/** A template with substitutions: one text, whose place is the whole template. */
export function evaluateTemplate(node: ts.TemplateExpression, scope: Scope): Value {
  const { frame } = scope
  const mark = { node, frame }
  let text = node.head.text
  for (const { expression, literal } of node.templateSpans) {
    const part = textIn(frame.run.evaluate(expression, scope), { node: expression, frame }) + literal.text
    chargeCharacters(mark, part.length)
    text += part
  }
  return scalar(text, mark)
}
