import { ts } from 'ts-morph'
import { chargeSteps, deepen } from './budget.ts'
import { evaluateDeclaration, hoist } from './declaration.ts'
import { declaredNames } from './declared-names.ts'
import { describeSyntax } from './describe.ts'
import { refuse } from './refusal.ts'
import { isSame, isTruthy } from './scalar.ts'
import { createScope } from './scope.ts'
import { type Completion, type Scope, scalar } from './value.ts'

/** Evaluates the statements of a function's body or of a block, in a new scope. */
export function executeBlock(statements: readonly ts.Statement[], scope: Scope): Completion {
  for (const statement of statements) hoist(statement, scope)
  return executeAll(statements, scope)
}

function executeAll(statements: readonly ts.Statement[], scope: Scope): Completion {
  for (const statement of statements) {
    const completion = execute(statement, scope)
    if (completion !== undefined) return completion
  }
  return undefined
}

function execute(statement: ts.Statement, scope: Scope): Completion {
  const { frame } = scope
  const mark = { node: statement, frame }
  chargeSteps(mark, 1)
  if (ts.isReturnStatement(statement)) {
    const { expression } = statement
    return expression === undefined ? scalar(undefined, mark) : frame.run.evaluate(expression, scope)
  }
  if (evaluateDeclaration(statement, scope)) return undefined
  if (ts.isBreakStatement(statement) && statement.label === undefined) return 'break'
  deepen(statement, frame)
  const completion = executeNested(statement, scope)
  frame.run.depth -= 1
  return completion
}

function executeNested(statement: ts.Statement, scope: Scope): Completion {
  if (ts.isBlock(statement)) return executeBlock(statement.statements, createScope(scope.frame, scope))
  if (ts.isIfStatement(statement)) return executeIf(statement, scope)
  if (ts.isSwitchStatement(statement)) return executeSwitch(statement, scope)
  return refuse(
    { node: statement, frame: scope.frame },
    `${describeSyntax(statement)} is not supported in a source, which is evaluated but never run`,
  )
}

function executeIf({ expression, thenStatement, elseStatement }: ts.IfStatement, scope: Scope): Completion {
  const isMet = isTruthy(scope.frame.run.evaluate(expression, scope))
  const branch = isMet ? thenStatement : elseStatement
  if (branch === undefined) return undefined
  if (declaredNames(branch).length === 0) return execute(branch, scope)
  return refuse({ node: branch, frame: scope.frame }, 'A declaration cannot directly follow "if"', {
    help: 'Put it in braces.',
  })
}

function executeSwitch({ expression, caseBlock: { clauses } }: ts.SwitchStatement, scope: Scope): Completion {
  const { evaluate } = scope.frame.run
  const value = evaluate(expression, scope)
  const inner = createScope(scope.frame, scope)
  for (const { statements } of clauses) for (const statement of statements) hoist(statement, inner)
  const isMet = (clause: ts.CaseOrDefaultClause) =>
    ts.isCaseClause(clause) && isSame(value, evaluate(clause.expression, inner), { node: clause, frame: scope.frame })
  const met = clauses.findIndex(isMet)
  const start = met === -1 ? clauses.findIndex(ts.isDefaultClause) : met
  if (start === -1) return undefined
  const completion = executeAll(
    clauses.slice(start).flatMap(({ statements }) => [...statements]),
    inner,
  )
  return completion === 'break' ? undefined : completion
}
