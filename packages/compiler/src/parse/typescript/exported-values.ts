import type { ts } from 'ts-morph'
import type { Span } from '../source-tree.ts'
import type { MappingValue, Value } from './evaluate/value.ts'
import { findExport } from './modules/find-export.ts'
import type { Module } from './modules/module.ts'
import { stretchOf } from './place.ts'

/** A scenario, or tests, that a file exports, and where it does. */
export interface ExportedValue {
  /** Undefined for the default export. */
  readonly name: string | undefined
  readonly value: Value
  readonly within: Span
}

/** The scenarios among a file's exports, in their order; what another file hands on with `export *` comes last. */
export function scenariosOf(module: Module): readonly ExportedValue[] {
  const exported = [...module.exports, ...starExports(module)]
  return exported.flatMap(([name, { node = module.unit.tree }]) => madeBy(module, { name, node, made: 'scenario' }))
}

/** The tests that are a file's default export; none where that is something else. */
export function testsOf(module: Module): readonly ExportedValue[] {
  const exported = module.exports.get('default')
  if (exported === undefined) return []
  return madeBy(module, { name: 'default', node: exported.node ?? module.unit.tree, made: 'tests' })
}

interface Wanted {
  readonly name: string
  readonly node: ts.Node
  readonly made: NonNullable<MappingValue['made']>
}

function madeBy(module: Module, { name, node, made }: Wanted): readonly ExportedValue[] {
  const found = findExport(module, name)
  const value = typeof found === 'string' ? undefined : found.read({ node, frame: module.scope.frame })
  if (value?.kind !== 'mapping' || value.made !== made) return []
  const { start, end } = stretchOf(node, module.unit)
  return [{ name: name === 'default' ? undefined : name, value, within: { start, end } }]
}

function starExports({ exports, stars, links }: Module): ReadonlyMap<string, { readonly node: ts.Node }> {
  const handed = new Map<string, { readonly node: ts.Node }>()
  for (const [from, node] of stars) {
    const link = links.get(from)
    const names = link !== undefined && 'unit' in link ? starNames(link, new Set()) : []
    for (const name of names) if (!exports.has(name)) handed.set(name, { node })
  }
  return handed
}

/** The names that `export *` of a file hands on. */
function starNames(module: Module, seen: Set<Module>): readonly string[] {
  if (seen.has(module)) return []
  seen.add(module)
  const others = [...module.stars.keys()].flatMap(from => {
    const link = module.links.get(from)
    return link !== undefined && 'unit' in link ? starNames(link, seen) : []
  })
  return [...module.exports.keys(), ...others].filter(name => name !== 'default')
}
