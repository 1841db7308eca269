import type { ts } from 'ts-morph'
import { refuse } from '../evaluate/refusal.ts'
import { attempt } from './attempt.ts'
import { findExport } from './find-export.ts'
import type { Module } from './module.ts'

/** Reports the names that a file imports or hands on and another file does not have: it would not even begin to run. */
export function checkLinks(module: Module): void {
  for (const [local, { node, from, name }] of module.imports) {
    if (name === undefined) continue
    const outcome = attempt(module, node, () => check(module, { node, from, name }))
    if (outcome !== 'done') module.scope.bindings.set(local, 'failed')
  }
  for (const entry of module.exports.values()) {
    if ('from' in entry) attempt(module, entry.node, () => check(module, entry))
  }
}

function check({ links, scope }: Module, { node, from, name }: { node: ts.Node; from: string; name: string }): void {
  const found = findExport(links.get(from), name)
  const at = { node, frame: scope.frame }
  if (found === 'missing') refuse(at, `"${from}" exports no "${name}"`)
  if (found === 'ambiguous') refuse(at, `"${from}" exports "${name}" from several files at once`)
}
