import { ts } from 'ts-morph'
import { isImportOfTypes } from './link-imports.ts'

/** The texts that name the modules which a file imports or exports from, in its order. Types alone do not count. */
export function requestsOf(tree: ts.SourceFile): readonly ts.StringLiteral[] {
  return tree.statements.map(specifierOf).filter(specifier => specifier !== undefined)
}

function specifierOf(statement: ts.Statement): ts.StringLiteral | undefined {
  const isImport = ts.isImportDeclaration(statement)
  if (!isImport && !ts.isExportDeclaration(statement)) return undefined
  const isOfTypes = isImport ? isImportOfTypes(statement) : statement.isTypeOnly
  const { moduleSpecifier: specifier } = statement
  return !isOfTypes && specifier !== undefined && ts.isStringLiteral(specifier) ? specifier : undefined
}
