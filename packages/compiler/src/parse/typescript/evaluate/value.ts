import type { ts } from 'ts-morph'
import type { Places } from '../../places.ts'

/** The value of a source's expression, and where it was created. Values never change. */
export type Value = ScalarValue | ListValue | MappingValue | FunctionValue | NamespaceValue

export type Scalar = string | number | boolean | null | undefined

export interface ScalarValue extends Mark {
  readonly kind: 'scalar'
  readonly data: Scalar
}

export interface ListValue extends Mark {
  readonly kind: 'list'
  readonly items: readonly Item[]
}

export interface MappingValue extends Mark {
  readonly kind: 'mapping'
  readonly fields: ReadonlyMap<string, Field>
  /** The nodes whose ids were written again later in the same object. */
  readonly repeated?: readonly NamedField[]
  /** The function that created it, if it was `scenario()` or `tests()`. */
  readonly made?: 'scenario' | 'tests'
}

/** A function of a source, or a built-in one. */
export interface FunctionValue extends Mark {
  readonly kind: 'function'
  readonly apply: (call: Call) => Value
  /** The members of a function such as `Number`. */
  readonly member?: (name: string, site: Mark) => Value | undefined
}

/** A module or an object such as `Math`, whose members are read by name; it cannot be used as a value itself. */
export interface NamespaceValue extends Mark {
  readonly kind: 'namespace'
  readonly name: string
  readonly member: (name: string, site: Mark) => Value | undefined
  /** The names of a file's exports, for a file: the same function for each use of the same file. */
  readonly names?: () => readonly string[]
}

/** A value at its place in a list or a call. */
export interface Item {
  readonly value: Value
  /** The expression that used it: its place, if the value's own is in another file. */
  readonly slot: Mark
}

/** A value at its place in a mapping. Its own mark is that of its name. */
export interface Field extends Item, Mark {}

export type NamedField = readonly [name: string, field: Field]

/** A call: its expression, and its arguments. */
export interface Call {
  readonly site: Mark
  readonly args: readonly Item[]
}

/** An expression, and the call during which it was evaluated: together they determine a place. */
export interface Mark {
  readonly node: ts.Node
  readonly frame: Frame
}

/** A function's call, or the top level of a file. */
export interface Frame {
  readonly unit: Unit
  readonly run: Run
  /** The place of values created within it; absent at the top level. */
  readonly anchor?: Anchor
}

/** A range of a file. */
export interface Stretch {
  readonly unit: Unit
  readonly start: number
  readonly end: number
}

/** The call that entered a frame; if open, anything within the call's own text has its own place. */
export interface Anchor extends Stretch {
  readonly isOpen: boolean
}

/** A file, parsed. */
export interface Unit {
  readonly text: string
  readonly places: Places
  readonly tree: ts.SourceFile
}

/** The evaluation of one file, and its used budget. */
export interface Run {
  /** The source that is evaluated; absent for a file that sources import. */
  readonly source: Unit | undefined
  readonly evaluate: (node: ts.Expression, scope: Scope) => Value
  readonly execute: (body: ts.Block, scope: Scope) => Completion
  steps: number
  depth: number
  characters: number
}

/** How statements ended: with the return value of the function, at a `break`, or at their end. */
export type Completion = Value | 'break' | undefined

/** The names that an expression can see. */
export interface Scope {
  readonly frame: Frame
  readonly bindings: Map<string, Binding>
  readonly parent?: Scope
}

/** The binding of a name: a value, an import from another file, a pending value, or a failure already reported. */
export type Binding = Value | Imported | 'pending' | 'failed'

interface Imported {
  readonly kind: 'imported'
  readonly read: (site: Mark) => Value
}

export function scalar(data: Scalar, { node, frame }: Mark): ScalarValue {
  return { kind: 'scalar', data, node, frame }
}

export function list(items: readonly Item[], { node, frame }: Mark): ListValue {
  return { kind: 'list', items, node, frame }
}

/** A list of values that all have the list's place. */
export function createList(values: readonly Value[], mark: Mark): ListValue {
  return list(
    values.map(value => ({ value, slot: mark })),
    mark,
  )
}
