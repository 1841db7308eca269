import { ts } from 'ts-morph'
import { refuse } from '../evaluate/refusal.ts'
import { findExport } from './find-export.ts'
import type { Module } from './module.ts'

/** Refuses an import or an export of a name that the other file does not have: it would not even begin to run. */
export function checkLinks(statement: ts.Statement, module: Module): void {
  if (ts.isImportDeclaration(statement)) {
    for (const { node, from, name } of module.imports.values()) {
      const isOwn = node.pos >= statement.pos && node.end <= statement.end
      if (isOwn && name !== undefined) check(module, { node, from, name })
    }
  }
  if (!ts.isExportDeclaration(statement)) return
  for (const entry of module.exports.values()) {
    const isOwn = entry.node !== undefined && entry.node.pos >= statement.pos && entry.node.end <= statement.end
    if (isOwn && 'from' in entry) check(module, entry)
  }
}

function check(module: Module, { node, from, name }: { node: ts.Node; from: string; name: string }): void {
  const found = findExport(module.links.get(from), name)
  const at = { node, frame: module.scope.frame }
  if (found === 'missing') refuse(at, `"${from}" exports no "${name}"`)
  if (found === 'ambiguous') refuse(at, `"${from}" exports "${name}" from several files at once`)
}
