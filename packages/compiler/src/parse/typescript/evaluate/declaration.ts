import { ts } from 'ts-morph'
import { bind } from './bind.ts'
import { chargeSteps } from './budget.ts'
import { declaredNames, isOfTypes } from './declared-names.ts'
import { createClosure } from './function.ts'
import { fieldAt, mapping } from './mapping.ts'
import { propertyName } from './property-name.ts'
import { refuse } from './refusal.ts'
import { createScope, declare, defaultName, initialize } from './scope.ts'
import { type Field, type MappingValue, type Mark, type Scope, scalar, type Value } from './value.ts'

/**
 * Declares the names of a statement in its scope before anything there is evaluated: functions can be called at once.
 */
export function hoist(statement: ts.Statement, scope: Scope, names = declaredNames(statement)): void {
  for (const name of names) declare(scope, name, 'pending')
  if (!ts.isFunctionDeclaration(statement) || isOfTypes(statement)) return
  // Only a default export has no name.
  const name = statement.name?.text ?? defaultName
  // If the function is refused, its users are not at fault.
  scope.bindings.set(name, 'failed')
  initialize(scope, name, createClosure(statement, scope))
}

/** Evaluates a declaration. False if the statement is not a declaration. */
export function evaluateDeclaration(statement: ts.Statement, scope: Scope): boolean {
  if (isOfTypes(statement) || ts.isEmptyStatement(statement) || ts.isFunctionDeclaration(statement)) return true
  if (ts.isEnumDeclaration(statement)) {
    initialize(scope, statement.name.text, evaluateEnum(statement, scope))
    return true
  }
  if (!ts.isVariableStatement(statement)) return false
  evaluateConstants(statement.declarationList, scope)
  return true
}

function evaluateConstants(node: ts.VariableDeclarationList, scope: Scope): void {
  const { frame } = scope
  if ((node.flags & ts.NodeFlags.BlockScoped) !== ts.NodeFlags.Const) {
    refuse({ node, frame }, 'Variables are not supported in a source; use "const"', { help: 'Use "const".' })
  }
  for (const declaration of node.declarations) {
    const { name, initializer } = declaration
    if (initializer === undefined) refuse({ node: declaration, frame }, 'A constant has no value')
    bind({ name }, frame.run.evaluate(initializer, scope), scope)
  }
}

/** An enum as the object that it has at run time: its members, and the names of its numeric members. */
function evaluateEnum(node: ts.EnumDeclaration, scope: Scope): MappingValue {
  const { frame } = scope
  const fields = new Map<string, Field>()
  // Members can refer to earlier members by their names.
  const inner = createScope(frame, scope)
  let sofar: MappingValue | undefined
  const read = (at: Mark) => {
    if (sofar === undefined) chargeSteps(at, fields.size)
    sofar ??= mapping(new Map(fields), { node, frame })
    return sofar
  }
  let next: number | undefined = 0
  for (const member of node.members) {
    const mark = { node: member, frame }
    chargeSteps(mark, 1)
    const name = propertyName(member.name, scope)
    if (fields.has(name)) return refuse(mark, `"${name}" is declared twice`)
    const value = memberValue(member, next, inner)
    const { data } = value
    fields.set(name, fieldAt(value, { node: member.name, frame }))
    if (typeof data === 'number') fields.set(String(data), fieldAt(scalar(name, mark), mark))
    next = typeof data === 'number' ? data + 1 : undefined
    inner.bindings.set(name, value)
    // The object of each moment is only created for a member that asks for it.
    sofar = undefined
    inner.bindings.set(node.name.text, { kind: 'imported', read })
  }
  return mapping(fields, { node, frame })
}

function memberValue(member: ts.EnumMember, next: number | undefined, scope: Scope) {
  const mark: Mark = { node: member, frame: scope.frame }
  if (member.initializer === undefined) {
    return next === undefined ? refuse(mark, 'This member needs an explicit value') : scalar(next, mark)
  }
  const value: Value = scope.frame.run.evaluate(member.initializer, scope)
  const isConstant = value.kind === 'scalar' && (typeof value.data === 'string' || Number.isFinite(value.data))
  return isConstant ? value : refuse(mark, 'A member of an enum must be a string or a number')
}
