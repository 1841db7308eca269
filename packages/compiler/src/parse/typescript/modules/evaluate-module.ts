import { ts } from 'ts-morph'
import { evaluateDeclaration } from '../evaluate/declaration.ts'
import { declaredNames } from '../evaluate/declared-names.ts'
import { describeSyntax } from '../evaluate/describe.ts'
import { refuse } from '../evaluate/refusal.ts'
import { defaultName, initialize } from '../evaluate/scope.ts'
import type { Scope } from '../evaluate/value.ts'
import { attempt } from './attempt.ts'
import { findExport } from './find-export.ts'
import type { Module } from './module.ts'

/** Evaluates the statements of a file in order. Its imports have already been evaluated. */
export function evaluateModule(module: Module): void {
  const { scope, unit } = module
  checkLinks(module)
  for (const statement of unit.tree.statements) {
    const outcome = attempt(module, statement, () => evaluateStatement(statement, scope))
    if (outcome === 'refused') fail(scope, [defaultName, ...declaredNames(statement).map(({ text }) => text)])
    if (outcome !== 'spent') continue
    fail(scope, [defaultName, ...scope.bindings.keys()])
    return
  }
}

function evaluateStatement(statement: ts.Statement, scope: Scope): void {
  if (isLinked(statement) || evaluateDeclaration(statement, scope)) return
  if (ts.isExportAssignment(statement) && statement.isExportEquals !== true) {
    initialize(scope, defaultName, scope.frame.run.evaluate(statement.expression, scope))
    return
  }
  if (ts.isExpressionStatement(statement)) {
    // A directive has no effect in a module. Of other statements, the one that cannot be evaluated is the most
    // informative.
    if (ts.isStringLiteral(statement.expression)) return
    scope.frame.run.evaluate(statement.expression, scope)
  }
  refuse({ node: statement, frame: scope.frame }, `${describeSyntax(statement)} is not supported in a source`, {
    help: ts.isExportAssignment(statement)
      ? 'Write `export default` in its place.'
      : 'A source is evaluated but never run: it consists of imports, constants, functions and exports.',
  })
}

function isLinked(statement: ts.Statement): boolean {
  return ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
}

/** Their users are not at fault. */
function fail({ bindings }: Scope, names: readonly string[]): void {
  for (const name of names) if ((bindings.get(name) ?? 'pending') === 'pending') bindings.set(name, 'failed')
}

/**
 * Reports names that a file imports or re-exports and that do not exist in the other file: at run time, the file would
 * not even start.
 */
function checkLinks(module: Module): void {
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
