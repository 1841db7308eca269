import { ts } from 'ts-morph'
import { findMethod } from '../methods/find-method.ts'
import { chargeName, deepen } from './budget.ts'
import { callValue } from './call.ts'
import { evaluateElements } from './elements.ts'
import { readProperty } from './property.ts'
import { isNullish, textIn } from './scalar.ts'
import { type Scope, scalar, type Value } from './value.ts'

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression
type Link = Access | ts.CallExpression | ts.NonNullExpression

/** A chain of accesses and calls: `a.b?.c(d)`. After a `?.` without a value the whole chain is undefined. */
export function evaluateChain(node: Link, scope: Scope): Value {
  return follow(node, scope) ?? scalar(undefined, { node, frame: scope.frame })
}

/** Undefined if a `?.` has ended the chain. */
function follow(node: Link, scope: Scope): Value | undefined {
  if (ts.isCallExpression(node)) return followCall(node, scope)
  const value = before(node, scope)
  if (value === undefined || ts.isNonNullExpression(node)) return value
  return readProperty(value, nameOf(node, scope), { node, frame: scope.frame })
}

function followCall(node: ts.CallExpression, scope: Scope): Value | undefined {
  const callee = calledAccess(node.expression)
  const callable = callee === undefined ? before(node, scope) : methodAt(callee, node, scope)
  if (callable === undefined) return undefined
  return callValue(callable, { site: { node, frame: scope.frame }, args: evaluateElements(node.arguments, scope) })
}

/** The method of a call, as a function; undefined if a `?.` has ended the chain. */
function methodAt(access: Access, call: ts.CallExpression, scope: Scope): Value | undefined {
  const receiver = before(access, scope)
  // In `(a?.b)()` the parentheses end the chain, so the call may have no function.
  if (receiver === undefined) {
    const isOver = access !== call.expression && !isContinued(call)
    return isOver ? scalar(undefined, { node: access, frame: scope.frame }) : undefined
  }
  const name = nameOf(access, scope)
  const mark = { node: access, frame: scope.frame }
  const method = findMethod(receiver, name, mark) ?? readProperty(receiver, name, mark)
  return call.questionDotToken !== undefined && isNullish(method) ? undefined : method
}

/** Evaluates the expression before a link; undefined if the chain has ended before or ends here. */
function before(node: Link, scope: Scope): Value | undefined {
  const { expression } = node
  const { evaluate } = scope.frame.run
  const value = isContinued(node) && isLink(expression) ? followDeeper(expression, scope) : evaluate(expression, scope)
  const isEnd = !ts.isNonNullExpression(node) && node.questionDotToken !== undefined && value !== undefined
  return isEnd && isNullish(value) ? undefined : value
}

function followDeeper(node: Link, scope: Scope): Value | undefined {
  deepen(node, scope.frame)
  const value = follow(node, scope)
  scope.frame.run.depth -= 1
  return value
}

/** Whether a link belongs to the same optional chain as the link before it. */
function isContinued(node: Link): boolean {
  const isStart = !ts.isNonNullExpression(node) && node.questionDotToken !== undefined
  return (node.flags & ts.NodeFlags.OptionalChain) !== 0 && !isStart
}

function nameOf(node: Access, scope: Scope): string {
  if (ts.isPropertyAccessExpression(node)) return ts.isPrivateIdentifier(node.name) ? '#' : node.name.text
  const { argumentExpression: key } = node
  const mark = { node: key, frame: scope.frame }
  const name = textIn(scope.frame.run.evaluate(key, scope), mark)
  chargeName(mark, name)
  return name
}

/** The access whose receiver is passed to a call's method, ignoring type syntax and parentheses. */
function calledAccess(node: ts.Expression): Access | undefined {
  if (ts.isIdentifier(node)) return undefined
  const isWrapped = ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)
  if (isWrapped) return calledAccess(node.expression)
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? node : undefined
}

function isLink(node: ts.Expression): node is Link {
  return (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isNonNullExpression(node)
  )
}
