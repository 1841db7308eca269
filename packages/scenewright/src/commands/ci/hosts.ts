import { workflow } from './github/workflow.ts'
import { pipeline } from './gitlab/pipeline.ts'
import type { CiSetup } from './setup.ts'

/** A host of repositories that runs CI. */
export interface CiHost {
  /** Its name, for people. */
  readonly title: string
  /** The file of a project in this folder, from the top of the repository. */
  readonly path: (folder: string) => string
  /** What the host reads in place of the files of projects in folders; one file for all of them. */
  readonly entry?: { readonly path: string; readonly text: string; readonly includes: string }
  /** Pure: equal setups give equal text. */
  readonly render: (setup: CiSetup) => string
  /** What in a repository, or in the address of a remote, is a sign of it. */
  readonly signs: { readonly files: readonly string[]; readonly remote: RegExp }
  /** What a person has to do there once, a line each. */
  readonly todo: (setup: CiSetup) => readonly string[]
}

/** Every host, by the name that `--host` takes. */
export const ciHosts = { github: workflow, gitlab: pipeline } as const satisfies { readonly [name: string]: CiHost }

export type CiHostName = keyof typeof ciHosts
