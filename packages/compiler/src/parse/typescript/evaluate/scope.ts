import { ts } from 'ts-morph'
import { Refusal, refuse } from './refusal.ts'
import type { Binding, Frame, Mark, Scope, Value } from './value.ts'

/** The name of a default export without a name in its file. */
export const defaultName = '*default*'

/** An empty scope within another one, or the first one of a frame. */
export function createScope(frame: Frame, parent?: Scope): Scope {
  return { frame, bindings: new Map(), ...(parent === undefined ? {} : { parent }) }
}

/** The value of a name in a scope, or undefined if no scope contains it. */
export function lookUp(name: string, scope: Scope, at: Mark): Value | undefined {
  for (let current: Scope | undefined = scope; current !== undefined; current = current.parent) {
    const binding = current.bindings.get(name)
    if (binding !== undefined) return bindingValue(binding, name, at)
  }
  return undefined
}

/** Declares a name in a scope. Each name has one meaning. */
export function declare(scope: Scope, name: ts.Identifier, binding: Binding): void {
  const at = { node: name, frame: scope.frame }
  if (reserved.has(name.text)) refuse(at, `"${name.text}" cannot be a name`)
  if (scope.bindings.has(name.text)) refuse(at, `"${name.text}" is declared twice`)
  scope.bindings.set(name.text, binding)
}

/** Gives a declared name its value. */
export function initialize(scope: Scope, name: string, value: Value): void {
  scope.bindings.set(name, value)
}

/** The names that a declaration's pattern binds. */
export function boundNames(name: ts.BindingName): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name]
  return name.elements.flatMap(element => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)))
}

/** Returns the current value of a module's binding. */
export function bindingValue(binding: Binding, name: string, at: Mark): Value {
  if (binding === 'failed') throw new Refusal([])
  if (binding === 'pending') return refuse(at, `"${name}" is used before it has a value`)
  return binding.kind === 'imported' ? binding.read(at) : binding
}

// The language rejects these in a module, but its parser does not.
const reserved = new Set([
  'arguments',
  'await',
  'eval',
  'implements',
  'interface',
  'let',
  'package',
  'private',
  'protected',
  'public',
  'static',
  'this',
  'yield',
])
