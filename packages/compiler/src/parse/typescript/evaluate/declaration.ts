import { ts } from 'ts-morph'
import { bind } from './bind.ts'
import { declaredNames, isOfTypes } from './declared-names.ts'
import { evaluateEnum } from './enum.ts'
import { closureOf } from './function.ts'
import { refuse } from './refusal.ts'
import { declare, defaultName, initialize } from './scope.ts'
import type { Scope } from './value.ts'

/** Takes what a statement declares into its scope before anything there is evaluated: functions can be called at once. */
export function hoist(statement: ts.Statement, scope: Scope): void {
  for (const name of declaredNames(statement)) declare(scope, name, 'pending')
  if (!ts.isFunctionDeclaration(statement) || isOfTypes(statement)) return
  // Only a default export has no name.
  initialize(scope, statement.name?.text ?? defaultName, closureOf(statement, scope))
}

/** Evaluates a declaration. False if the statement is none. */
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
    refuse({ node, frame }, 'A source has no variables', { help: 'Use "const".' })
  }
  for (const declaration of node.declarations) {
    const { name, initializer } = declaration
    if (initializer === undefined) refuse({ node: declaration, frame }, 'A constant has no value')
    bind({ name }, frame.run.evaluate(initializer, scope), scope)
  }
}
