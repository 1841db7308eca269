import { ts } from 'ts-morph'
import { chargeSteps } from './budget.ts'
import { boundNames } from './scope.ts'
import type { Mark } from './value.ts'

/** A statement that declares names, and these names. */
export interface Declaring {
  readonly statement: ts.Statement
  readonly names: readonly ts.Identifier[]
}

/** What bodies declare. Noted at the first call, because a call may return after the first of many statements. */
const declaring = new WeakMap<readonly ts.Node[], readonly Declaring[]>()

/** The statements of a body or of the clauses of a switch that declare names, which are counted. */
export function declaringIn(body: ts.Block['statements'] | ts.CaseBlock['clauses'], mark: Mark): readonly Declaring[] {
  const known = declaring.get(body) ?? body.flatMap(declaringOf)
  declaring.set(body, known)
  chargeSteps(mark, known.length)
  for (const { names } of known) chargeSteps(mark, names.length - 1)
  return known
}

function declaringOf(node: ts.Statement | ts.CaseOrDefaultClause): readonly Declaring[] {
  if (ts.isCaseOrDefaultClause(node)) return node.statements.flatMap(declaringOf)
  const names = declaredNames(node)
  return names.length > 0 ? [{ statement: node, names }] : []
}

/** The names that a statement declares, whether or not the statement is supported. */
export function declaredNames(statement: ts.Statement): readonly ts.Identifier[] {
  if (isOfTypes(statement)) return []
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
  }
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
  if (isNamed || ts.isEnumDeclaration(statement)) return statement.name === undefined ? [] : [statement.name]
  return []
}

/** Whether a statement consists only of types, and disappears when they are removed. */
export function isOfTypes(statement: ts.Statement): boolean {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return true
  if (ts.isFunctionDeclaration(statement) && statement.body === undefined) return true
  if (ts.isModuleDeclaration(statement) && isNamespaceOfTypes(statement)) return true
  return modifiersOf(statement).some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)
}

/** Whether namespaces consist only of types; noted, because a function may contain one with thousands. */
const namespaces = new WeakMap<ts.ModuleBlock, boolean>()

function isNamespaceOfTypes(node: ts.ModuleDeclaration): boolean {
  if (!ts.isIdentifier(node.name)) return false
  let { body } = node
  // In `namespace A.B { … }`, B is the body of A; such a name may be deeper than calls could be.
  while (body !== undefined && ts.isModuleDeclaration(body)) body = body.body
  if (body === undefined || !ts.isModuleBlock(body)) return false
  const isKnown = namespaces.get(body) ?? body.statements.every(isOfTypes)
  namespaces.set(body, isKnown)
  return isKnown
}

/** The words before a declaration, such as "export". */
export function modifiersOf(statement: ts.Statement): readonly ts.ModifierLike[] {
  return ts.canHaveModifiers(statement) ? (statement.modifiers ?? []) : []
}
