import type { ts } from 'ts-morph'
import type { Problem } from '../../problem.ts'
import type { Mark, Scope, Unit, Value } from '../evaluate/value.ts'

/** A file of the project, and what binds it to those that it imports. */
export interface Module {
  readonly unit: Unit
  /** Its own names. */
  readonly scope: Scope
  /** The modules that it imports and re-exports from, by specifier. A module that failed to load is missing. */
  readonly links: Map<string, Link>
  /** The names that it imports. */
  readonly imports: Map<string, ImportedName>
  readonly exports: Map<string, Export>
  /** `export * from`: the texts that name the modules. */
  readonly stars: Map<string, ts.Node>
  /** The names that stand for types, of which nothing is left. */
  readonly types: Set<string>
  /** The problems found while it is linked and evaluated. */
  readonly problems: Problem[]
  /** The files that were asked for on its behalf, there or not. */
  readonly asked: string[]
}

/** The target of an import: a file, or the members of the module that the evaluator provides. */
export type Link = Module | { readonly member: (name: string, at: Mark) => Value | undefined }

/** Where a name comes from that a file imports. */
interface ImportedName {
  readonly node: ts.Node
  /** The text that names the module. */
  readonly from: string
  /** Its name there; undefined for the whole module. */
  readonly name: string | undefined
}

/** Something that a file exports: its own, or a name that it hands on. */
export type Export = OwnExport | ReExport

export interface OwnExport {
  /** Where it is exported; none in the module that the evaluator brings along. */
  readonly node?: ts.Node
  readonly read: (at: Mark) => Value
}

interface ReExport {
  readonly node: ts.Node
  readonly from: string
  readonly name: string
}
