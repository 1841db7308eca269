import { ts } from 'ts-morph'
import { isImportOfTypes } from './link-imports.ts'

/** The texts that name the modules which a file imports or exports from, in its order. Types alone do not count. */
export function requestsOf(tree: ts.SourceFile): readonly ts.StringLiteral[] {
  return tree.statements.flatMap(statement => {
    if (ts.isImportDeclaration(statement)) return isImportOfTypes(statement) ? [] : literal(statement.moduleSpecifier)
    const isExport = ts.isExportDeclaration(statement) && !statement.isTypeOnly
    return isExport && statement.moduleSpecifier !== undefined ? literal(statement.moduleSpecifier) : []
  })
}

function literal(node: ts.Expression): readonly ts.StringLiteral[] {
  return ts.isStringLiteral(node) ? [node] : []
}
