import type { ts } from 'ts-morph'
import type { Problem } from '../../problem.ts'
import type { Mark, Scope, Unit, Value } from '../evaluate/value.ts'

/** A file of the project, and its links to the files that it imports. */
export interface Module {
  readonly unit: Unit
  /** Its own names. */
  readonly scope: Scope
  /** The modules that it imports and re-exports from, by specifier. A module that failed to load is missing. */
  readonly links: Map<string, Link>
  /** The names that it imports. */
  readonly imports: Map<string, ImportedName>
  readonly exports: Map<string, Export>
  /** `export * from`: the specifiers of the modules. */
  readonly stars: Map<string, ts.Node>
  /** The names of types, which have no value. */
  readonly types: Set<string>
  /** The problems found while linking and evaluating it. */
  readonly problems: Problem[]
  /** The files that were requested for it, whether or not they exist. */
  readonly asked: string[]
}

/** The target of an import: a file, or the members of the module that the evaluator provides. */
export type Link = Module | { readonly member: (name: string, at: Mark) => Value | undefined }

/** The origin of a name that a file imports. */
interface ImportedName {
  readonly node: ts.Node
  /** The specifier of the module. */
  readonly from: string
  /** Its name there; undefined for the whole module. */
  readonly name: string | undefined
}

/** An export of a file: its own, or a re-exported name. */
export type Export = OwnExport | ReExport

export interface OwnExport {
  /** Where it is exported; absent in the built-in module. */
  readonly node?: ts.Node
  readonly read: (at: Mark) => Value
}

interface ReExport {
  readonly node: ts.Node
  readonly from: string
  readonly name: string
}
