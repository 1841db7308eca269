import { ts } from 'ts-morph'
import { chargeSteps, deepen } from './budget.ts'
import { evaluateDeclaration, hoist } from './declaration.ts'
import { declaredNames, declaringIn, modifiersOf } from './declared-names.ts'
import { describeSyntax } from './describe.ts'
import { refuse } from './refusal.ts'
import { isSame, isTruthy } from './scalar.ts'
import { createScope } from './scope.ts'
import { type Completion, type Scope, scalar } from './value.ts'

/** Evaluates the statements of a function's body or of a block, in a new scope. */
export function executeBlock(body: ts.Block, scope: Scope): Completion {
  for (const { statement, names } of declaringIn(body.statements, { node: body, frame: scope.frame })) {
    hoist(statement, scope, names)
  }
  return executeAll(body.statements, scope)
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
  // A declaration may have any number of words before it, of which each is read.
  chargeSteps(mark, 1 + modifiersOf(statement).length)
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
  if (ts.isBlock(statement)) return executeBlock(statement, createScope(scope.frame, scope))
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

function executeSwitch({ expression, caseBlock }: ts.SwitchStatement, scope: Scope): Completion {
  const { clauses } = caseBlock
  const { frame } = scope
  const value = frame.run.evaluate(expression, scope)
  const inner = createScope(frame, scope)
  for (const { statement, names } of declaringIn(clauses, { node: caseBlock, frame })) hoist(statement, inner, names)
  const isMet = (clause: ts.CaseOrDefaultClause) => {
    const mark = { node: clause, frame }
    chargeSteps(mark, 1)
    return ts.isCaseClause(clause) && isSame(value, frame.run.evaluate(clause.expression, inner), mark)
  }
  const met = clauses.findIndex(isMet)
  const start = met === -1 ? clauses.findIndex(ts.isDefaultClause) : met
  if (start === -1) return undefined
  const completion = executeClauses(clauses, start, inner)
  return completion === 'break' ? undefined : completion
}

/** The statements of a clause and, until one of them ends it, of those that follow it. */
function executeClauses(clauses: readonly ts.CaseOrDefaultClause[], start: number, scope: Scope): Completion {
  for (let index = start; index < clauses.length; index += 1) {
    const clause = clauses[index]
    if (clause === undefined) break
    chargeSteps({ node: clause, frame: scope.frame }, 1)
    const completion = executeAll(clause.statements, scope)
    if (completion !== undefined) return completion
  }
  return undefined
}
