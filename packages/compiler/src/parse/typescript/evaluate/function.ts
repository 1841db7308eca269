import { ts } from 'ts-morph'
import { enterCall } from '../place.ts'
import { bind } from './bind.ts'
import { chargeSteps } from './budget.ts'
import { declaringIn } from './declared-names.ts'
import { refuse } from './refusal.ts'
import { boundNames, createScope, declare } from './scope.ts'
import { type Call, type FunctionValue, list, type Scope, scalar, type Value } from './value.ts'

/** A function of a source: its text, and its scope. Its body is evaluated when it is called. */
export type Closure = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration | ts.MethodDeclaration

/** Creates the function of an expression or a declaration. */
export function createClosure(node: Closure, scope: Scope): FunctionValue {
  const { frame } = scope
  const mark = { node, frame }
  if (node.asteriskToken !== undefined) return refuse(mark, 'A generator is not supported in a source')
  chargeSteps(mark, node.modifiers?.length ?? 0)
  const modifier = node.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  if (modifier !== undefined) return refuse(mark, 'An "async" function is not supported in a source')
  const isNamed = ts.isFunctionExpression(node) && node.name !== undefined
  const seen = isNamed ? createScope(frame, scope) : scope
  const closure: FunctionValue = { kind: 'function', node, frame, apply: call => enter(node, seen, call) }
  if (isNamed && node.name !== undefined) declare(seen, node.name, closure)
  return closure
}

function enter(node: Closure, outer: Scope, call: Call): Value {
  const frame = enterCall(call.site, outer.frame.unit)
  const scope = createScope(frame, outer)
  chargeSteps(call.site, node.parameters.length)
  for (const { name } of node.parameters) for (const bound of boundNames(name)) declare(scope, bound, 'pending')
  for (const [index, parameter] of node.parameters.entries()) bindParameter(parameter, index, { scope, call })
  const { body } = node
  if (body === undefined) return refuse(call.site, 'The function that is called here has no body')
  if (!ts.isBlock(body)) return frame.run.evaluate(body, scope)
  const result = frame.run.execute(body, bodyScope(body, scope))
  if (result === 'break') return refuse({ node: body, frame }, '"break" is only supported in a "switch"')
  return result ?? scalar(undefined, call.site)
}

function bindParameter(node: ts.ParameterDeclaration, index: number, { scope, call }: { scope: Scope; call: Call }) {
  const mark = { node, frame: scope.frame }
  const value =
    node.dotDotDotToken === undefined
      ? (call.args[index]?.value ?? scalar(undefined, call.site))
      : list(call.args.slice(index), mark)
  bind(node, value, scope)
}

/** The names of a body have their own scope, and must differ from those of the parameters. */
function bodyScope(body: ts.Block, parameters: Scope): Scope {
  const { frame } = parameters
  for (const { statement, names } of declaringIn(body.statements, { node: body, frame })) {
    if (ts.isFunctionDeclaration(statement)) continue
    const duplicate = names.find(({ text }) => parameters.bindings.has(text))
    if (duplicate !== undefined) refuse({ node: duplicate, frame }, `"${duplicate.text}" is declared twice`)
  }
  return createScope(frame, parameters)
}
