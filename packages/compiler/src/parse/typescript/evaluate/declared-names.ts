import { ts } from 'ts-morph'
import { boundNames } from './scope.ts'

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
  return modifiersOf(statement).some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)
}

/** The words before a declaration, such as "export". */
export function modifiersOf(statement: ts.Statement): readonly ts.ModifierLike[] {
  return ts.canHaveModifiers(statement) ? (statement.modifiers ?? []) : []
}
