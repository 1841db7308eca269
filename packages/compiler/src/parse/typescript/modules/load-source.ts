import { ts } from 'ts-morph'
import { authoringMembers, authoringModule } from '../builtin/authoring.ts'
import { findMember } from '../builtin/builtin.ts'
import { problemAt } from '../evaluate/refusal.ts'
import type { Unit } from '../evaluate/value.ts'
import { createModule } from './create-module.ts'
import { evaluateModule } from './evaluate-module.ts'
import { isImportOfTypes } from './link-imports.ts'
import type { Link, Module } from './module.ts'
import type { ModuleFile } from './read-module.ts'
import type { Resolution } from './resolve-import.ts'

/** The data that is reused for all sources. */
export interface Loader {
  readonly open: (file: string) => ModuleFile
  readonly resolve: (specifier: string, from: string) => Resolution
  /** Evaluated files, by their names: those that depend only on themselves and other such files. */
  readonly shared: Map<string, Module>
}

/** The loading of a source and all its imports. */
interface Walk extends Loader {
  readonly found: Map<string, Module>
  /** The files that are being loaded, the source first. */
  readonly entered: Module[]
  /** Files that import themselves, directly or indirectly: their evaluation depends on where the loading began. */
  readonly cyclic: Set<Module>
  /** The modules in order: imported modules come first. */
  readonly order: Module[]
}

/** Loads, links and evaluates a source and all files that it imports, in the order in which they would be run. */
export function loadSource(unit: Unit, loader: Loader): Module {
  const source = createModule(unit, true)
  const found = new Map([[unit.places.file, source]])
  const walk: Walk = { ...loader, found, entered: [], cyclic: new Set([source]), order: [] }
  enter(walk, source)
  for (const module of walk.order) {
    evaluateModule(module)
    if (isShareable(module, walk)) loader.shared.set(module.unit.places.file, module)
  }
  return source
}

function enter(walk: Walk, module: Module): void {
  walk.entered.push(module)
  for (const specifier of importedModules(module.unit.tree)) {
    const link = module.links.get(specifier.text) ?? follow(walk, module, specifier)
    if (link !== undefined) module.links.set(specifier.text, link)
  }
  walk.entered.pop()
  walk.order.push(module)
}

function follow(walk: Walk, module: Module, specifier: ts.StringLiteral): Link | undefined {
  if (specifier.text === authoringModule) return authoring
  const resolution = walk.resolve(specifier.text, module.unit.places.file)
  const found = 'fault' in resolution ? resolution : findFirst(resolution.files, walk, module)
  if ('unit' in found) return found
  if ('fault' in found) {
    const at = { node: specifier, frame: module.scope.frame }
    module.problems.push(problemAt(at, `"${specifier.text}" cannot be imported: ${found.fault}`, helpOf(resolution)))
  } else {
    module.problems.push(found.problem)
  }
  return undefined
}

const authoring: Link = { member: (name, at) => findMember(authoringMembers, name, at) }

type Found = Module | Exclude<ModuleFile, { unit: Unit }>

function helpOf(resolution: Resolution): { help?: string } {
  return 'help' in resolution && resolution.help !== undefined ? { help: resolution.help } : {}
}

/** The first existing file of several. */
function findFirst([file = '', ...others]: readonly string[], walk: Walk, module: Module): Found {
  module.asked.push(file)
  const known = walk.shared.get(file) ?? revisit(walk, file)
  if (known !== undefined) return known
  const opened = walk.open(file)
  if ('unit' in opened) return visit(walk, file, opened.unit)
  if ('problem' in opened) return opened
  const other = others.length === 0 ? undefined : findFirst(others, walk, module)
  return other === undefined || 'fault' in other ? { fault: `"${file}" ${opened.fault}` } : other
}

function visit(walk: Walk, file: string, unit: Unit): Module {
  const module = createModule(unit, false)
  walk.found.set(file, module)
  enter(walk, module)
  return module
}

function revisit({ found, entered, cyclic }: Walk, file: string): Module | undefined {
  const module = found.get(file)
  const from = module === undefined ? -1 : entered.indexOf(module)
  if (from !== -1) for (const within of entered.slice(from)) cyclic.add(within)
  return module
}

function isShareable(module: Module, { cyclic, shared }: Walk): boolean {
  if (cyclic.has(module)) return false
  return [...module.links.values()].every(link => !('unit' in link) || shared.get(link.unit.places.file) === link)
}

/** The specifiers of the modules which a file imports or exports from, in its order. Type-only ones are left out. */
function importedModules(tree: ts.SourceFile): readonly ts.StringLiteral[] {
  return tree.statements.map(specifierOf).filter(specifier => specifier !== undefined)
}

function specifierOf(statement: ts.Statement): ts.StringLiteral | undefined {
  const isImport = ts.isImportDeclaration(statement)
  if (!isImport && !ts.isExportDeclaration(statement)) return undefined
  const isOfTypes = isImport ? isImportOfTypes(statement) : statement.isTypeOnly
  const { moduleSpecifier: specifier } = statement
  return !isOfTypes && specifier !== undefined && ts.isStringLiteral(specifier) ? specifier : undefined
}
