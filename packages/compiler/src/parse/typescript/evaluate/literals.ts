import { ts } from 'ts-morph'
import { chargeCharacters, chargeSteps } from './budget.ts'
import { collectProblems } from './collect-problems.ts'
import { describe, describeSyntax } from './describe.ts'
import { evaluateElements } from './elements.ts'
import { createClosure } from './function.ts'
import { evaluateIdentifier } from './identifier.ts'
import { mapping, toField } from './mapping.ts'
import { propertyName } from './property-name.ts'
import { problemAt, Refusal, refuse } from './refusal.ts'
import { textIn } from './scalar.ts'
import { type Field, list, type Mark, type NamedField, type Scope, scalar, type Value } from './value.ts'

type Fields = Map<string, Field>

/** The fields of an object while it is evaluated. */
interface Written {
  readonly fields: Fields
  /** Where each name is written in the object itself: those of a spread object may be written again. */
  readonly names: Map<string, ts.PropertyName>
  readonly repeated: NamedField[]
  /** Whether it is written in the field `nodes` of another object. */
  readonly isOfNodes: boolean
}

/** The objects that are written in a field `nodes`. Noted by their holder, because the parser sets no parents. */
const nodesObjects = new WeakSet<ts.Node>()

type Property = Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>

const ownName = { help: 'Write ["__proto__"] for a field of that name.' }

/** `[a, ...b]`. */
export function evaluateList(node: ts.ArrayLiteralExpression, scope: Scope): Value {
  return list(evaluateElements(node.elements, scope), { node, frame: scope.frame })
}

/** `{ a: 1, b, [c]: 2, ...d }`, and methods, which are functions like any other. */
export function evaluateObject(node: ts.ObjectLiteralExpression, scope: Scope): Value {
  const written: Written = { fields: new Map(), names: new Map(), repeated: [], isOfNodes: nodesObjects.has(node) }
  collectProblems(node.properties, scope.frame.run, property => addProperty(written, property, scope))
  const value = mapping(written.fields, { node, frame: scope.frame })
  return written.repeated.length > 0 ? { ...value, repeated: written.repeated } : value
}

function addProperty(written: Written, property: ts.ObjectLiteralElementLike, scope: Scope): void {
  const { frame } = scope
  const { fields } = written
  if (ts.isSpreadAssignment(property)) {
    addSpread(fields, property, scope)
    return
  }
  if (ts.isAccessor(property)) refuseProperty(property, scope)
  const name = propertyName(property.name, scope)
  noteName(name, property, { written, scope })
  const value = propertyValue(property, scope)
  const initializer = ts.isPropertyAssignment(property) ? property.initializer : property
  const isOwn = value.node === initializer && value.frame === frame
  fields.set(name, { value, slot: isOwn ? value : { node: initializer, frame }, node: property.name, frame })
}

/** A name that is written twice loses its first value. That of a node is a finding of the graph, as in YAML. */
function noteName(
  name: string,
  property: Property,
  { written: { fields, names, repeated, isOfNodes }, scope }: { readonly written: Written; readonly scope: Scope },
): void {
  const first = names.get(name)
  const former = fields.get(name)
  names.set(name, property.name)
  if (first === undefined) return
  if (!isOfNodes) throw repeatedName(name, { node: property.name, frame: scope.frame }, first)
  if (former !== undefined) repeated.push([name, former])
}

/** The message about a key that is written twice in an object. */
export function repeatedText(name: string): string {
  return `The key "${name}" occurs twice in one object`
}

function repeatedName(name: string, at: Mark, first: ts.PropertyName): Refusal {
  const problem = problemAt(at, repeatedText(name), { rule: 'source/syntax' })
  const { span } = problemAt({ ...at, node: first }, '')
  return new Refusal([{ ...problem, related: [{ span, message: 'First occurrence' }, ...(problem.related ?? [])] }])
}

function propertyValue(property: Property, scope: Scope): Value {
  const { frame } = scope
  if (ts.isPropertyAssignment(property)) {
    if (setsPrototype(property.name))
      return refuse({ node: property.name, frame }, '"__proto__" does not set a field', ownName)
    if (ts.isIdentifier(property.name) && property.name.text === 'nodes') nodesObjects.add(property.initializer)
    return frame.run.evaluate(property.initializer, scope)
  }
  if (ts.isMethodDeclaration(property)) return createClosure(property, scope)
  const isPlain = ts.isShorthandPropertyAssignment(property) && property.objectAssignmentInitializer === undefined
  if (isPlain) return evaluateIdentifier(property.name, scope)
  return refuseProperty(property, scope)
}

function refuseProperty(node: Property, { frame }: Scope): never {
  return refuse({ node, frame }, `${describeSyntax(node)} is not supported in a source`)
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
    const [repeated] = value.repeated ?? []
    if (repeated !== undefined) refuse(repeated[1], repeatedText(repeated[0]), { rule: 'source/syntax' })
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
