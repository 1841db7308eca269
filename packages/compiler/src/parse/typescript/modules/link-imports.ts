import { ts } from 'ts-morph'
import { declare } from '../evaluate/scope.ts'
import type { Mark, Value } from '../evaluate/value.ts'
import { createNamespace, readExport } from './find-export.ts'
import type { Module } from './module.ts'

/** Declares the names of an import in a file. Their values are looked up on use. */
export function linkImport(statement: ts.ImportDeclaration, module: Module): void {
  const { moduleSpecifier: specifier } = statement
  if (!ts.isStringLiteral(specifier)) return
  for (const { local, name, isType } of namesOf(statement)) {
    const imported = { node: local, from: specifier.text, name }
    if (isType) module.types.add(local.text)
    else declare(module.scope, local, { kind: 'imported', read: at => readImported(imported, module, at) })
    if (!isType) module.imports.set(local.text, imported)
  }
}

/** Whether an import consists only of types. */
export function isImportOfTypes(statement: ts.ImportDeclaration): boolean {
  const names = namesOf(statement)
  return names.length > 0 && names.every(({ isType }) => isType)
}

interface Imported {
  readonly node: ts.Identifier
  readonly from: string
  readonly name: string | undefined
}

interface Name {
  readonly local: ts.Identifier
  readonly name: string | undefined
  readonly isType: boolean
}

function namesOf({ importClause: clause }: ts.ImportDeclaration): readonly Name[] {
  if (clause === undefined) return []
  const isType = clause.phaseModifier === ts.SyntaxKind.TypeKeyword
  const whole = clause.name === undefined ? [] : [{ local: clause.name, name: 'default', isType }]
  const bindings = clause.namedBindings
  if (bindings === undefined) return whole
  if (ts.isNamespaceImport(bindings)) return [...whole, { local: bindings.name, name: undefined, isType }]
  const named = bindings.elements.map(({ name, propertyName, isTypeOnly }) => {
    return { local: name, name: (propertyName ?? name).text, isType: isType || isTypeOnly }
  })
  return [...whole, ...named]
}

/** Once there is a value it never changes, so it is looked up once. */
function readImported({ node, from, name }: Imported, { links, scope }: Module, at: Mark): Value {
  const link = links.get(from)
  const value = name === undefined ? createNamespace(from, link, at) : readExport(link, name, at)
  scope.bindings.set(node.text, value)
  return value
}
