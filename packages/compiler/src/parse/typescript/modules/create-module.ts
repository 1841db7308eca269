import { ts } from 'ts-morph'
import { createRun } from '../evaluate/budget.ts'
import { hoist } from '../evaluate/declaration.ts'
import { declaredNames, isOfTypes, modifiersOf } from '../evaluate/declared-names.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { refuse } from '../evaluate/refusal.ts'
import { bindingValue, createScope, defaultName } from '../evaluate/scope.ts'
import { executeBlock } from '../evaluate/statement.ts'
import type { Unit } from '../evaluate/value.ts'
import { attempt } from './attempt.ts'
import { createNamespace } from './find-export.ts'
import { linkImport } from './link-imports.ts'
import type { Export, Module } from './module.ts'

type Entry = readonly [name: string, entry: Export & { readonly node: ts.Node }]

/** Creates a module for a file: its names are declared, but only its functions have values yet. */
export function createModule(unit: Unit, isSource: boolean): Module {
  const run = createRun(evaluator, isSource ? unit : undefined)
  const module: Module = {
    unit,
    scope: createScope({ unit, run }),
    links: new Map(),
    imports: new Map(),
    exports: new Map(),
    stars: new Map(),
    types: new Set(unit.tree.statements.flatMap(typeNames)),
    problems: [],
    asked: [],
  }
  linkStatements(module)
  return module
}

const evaluator = { evaluate, execute: executeBlock }

function linkStatements(module: Module): void {
  const imports: ts.ImportDeclaration[] = []
  const others: ts.Statement[] = []
  for (const statement of module.unit.tree.statements) {
    if (ts.isImportDeclaration(statement)) imports.push(statement)
    else others.push(statement)
  }
  const each = <Statement extends ts.Statement>(statements: readonly Statement[], work: (of: Statement) => void) => {
    for (const statement of statements) {
      if (attempt(module, statement, () => work(statement)) === 'spent') return
    }
  }
  each(imports, statement => linkImport(statement, module))
  each(others, statement => hoist(statement, module.scope))
  each(others, statement => linkExports(statement, module))
}

function typeNames(statement: ts.Statement): readonly string[] {
  if (!isOfTypes(statement)) return []
  const isNamed = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
  return isNamed || ts.isModuleDeclaration(statement) ? [statement.name.text] : []
}

/** Records what a statement exports from its file. The imports of the file are already linked. */
function linkExports(statement: ts.Statement, module: Module): void {
  for (const [name, entry] of entriesOf(statement, module)) {
    const at = { node: entry.node, frame: module.scope.frame }
    if (module.exports.has(name)) refuse(at, `"${name}" is exported twice`)
    module.exports.set(name, entry)
  }
}

function entriesOf(statement: ts.Statement, module: Module): Iterable<Entry> {
  if (ts.isExportDeclaration(statement)) return listedEntries(statement, module)
  if (ts.isExportAssignment(statement)) {
    return statement.isExportEquals === true ? [] : [['default', own(module, defaultName, statement)]]
  }
  const modifiers = modifiersOf(statement)
  const has = (wanted: ts.SyntaxKind) => modifiers.some(({ kind }) => kind === wanted)
  if (!has(ts.SyntaxKind.ExportKeyword) || isOfTypes(statement)) return []
  const names = declaredNames(statement)
  if (!has(ts.SyntaxKind.DefaultKeyword)) return names.map(name => [name.text, own(module, name.text, name)])
  return [['default', own(module, names[0]?.text ?? defaultName, statement)]]
}

/** `export { … }`, with or without `from`, and `export * from`. */
function* listedEntries(statement: ts.ExportDeclaration, module: Module): Iterable<Entry> {
  const { exportClause: clause, isTypeOnly, moduleSpecifier } = statement
  const from = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
  if (clause === undefined) {
    if (from !== undefined && !isTypeOnly) module.stars.set(from, statement)
    return
  }
  if (ts.isNamespaceExport(clause)) {
    if (from === undefined || isTypeOnly) return
    const read: Entry[1] = { node: clause, read: at => createNamespace(from, module.links.get(from), at) }
    yield [nameOf(clause, module), read]
    return
  }
  // A name that is refused does not hide the others, which would be reported where they are imported.
  const isQuoted = ({ name }: ts.ExportSpecifier) => Number(!ts.isIdentifier(name))
  for (const element of clause.elements.toSorted((a, b) => isQuoted(a) - isQuoted(b))) {
    const entry = isTypeOnly || element.isTypeOnly ? undefined : specifierEntry(element, from, module)
    if (entry === undefined) module.types.add(element.name.text)
    else yield [nameOf(element, module), entry]
  }
}

/** Undefined for a type. */
function specifierEntry(element: ts.ExportSpecifier, from: string | undefined, module: Module): Entry[1] | undefined {
  const local = (element.propertyName ?? element.name).text
  if (from !== undefined) return { node: element, from, name: local }
  const imported = module.imports.get(local)
  if (imported?.name !== undefined) return { node: element, from: imported.from, name: imported.name }
  if (module.scope.bindings.has(local)) return own(module, local, element)
  if (module.types.has(local)) return undefined
  return refuse({ node: element, frame: module.scope.frame }, `"${local}" is not declared in this file`)
}

/** A name in quotes could be anything, such as a path. */
function nameOf({ name }: ts.ExportSpecifier | ts.NamespaceExport, { scope: { frame } }: Module): string {
  return ts.isIdentifier(name)
    ? name.text
    : refuse({ node: name, frame }, 'The name of an export must be an identifier')
}

function own(module: Module, local: string, node: ts.Node): Entry[1] {
  return { node, read: at => bindingValue(module.scope.bindings.get(local) ?? 'failed', local, at) }
}
