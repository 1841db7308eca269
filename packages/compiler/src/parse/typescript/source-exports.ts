import type { ts } from 'ts-morph'
import type { Value } from './evaluate/value.ts'
import { findExport, starNames } from './modules/find-export.ts'
import type { Module } from './modules/module.ts'

/** A name that a source exports, and the place of the export. */
export interface SourceExport {
  readonly name: string
  readonly node: ts.Node
}

/** The names that a source exports, in order; those that are re-exported with `export *` come last. */
export function allExports(module: Module): readonly SourceExport[] {
  const own = Array.from(module.exports, ([name, { node = module.unit.tree }]) => ({ name, node }))
  const handed = new Map<string, SourceExport>()
  for (const [from, node] of module.stars) {
    for (const name of starNames(module, from)) if (!module.exports.has(name)) handed.set(name, { name, node })
  }
  return [...own, ...handed.values()]
}

/** The value of an export; undefined if it has none, such as a type or a name that several files export. */
export function readValue(module: Module, { name, node }: SourceExport): Value | undefined {
  const found = findExport(module, name)
  return typeof found === 'string' ? undefined : found.read({ node, frame: module.scope.frame })
}
