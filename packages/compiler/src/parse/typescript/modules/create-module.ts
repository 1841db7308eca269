import { ts } from 'ts-morph'
import { createRun } from '../evaluate/budget.ts'
import { hoist } from '../evaluate/declaration.ts'
import { isOfTypes } from '../evaluate/declared-names.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { createScope } from '../evaluate/scope.ts'
import { executeBlock } from '../evaluate/statement.ts'
import type { Unit } from '../evaluate/value.ts'
import { attempt } from './attempt.ts'
import { linkExports } from './link-exports.ts'
import { linkImport } from './link-imports.ts'
import type { Module } from './module.ts'

/** Makes a module of a file: its names are there, and none but those of its functions has a value yet. */
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
  return isNamed ? [statement.name.text] : []
}
