import { workflow } from './github/workflow.ts'
import { pipeline } from './gitlab/pipeline.ts'
import type { CiHost } from './setup.ts'

/** Every host, by its name for `--host`. */
export const ciHosts = { github: workflow, gitlab: pipeline } as const satisfies { readonly [name: string]: CiHost }

export type CiHostName = keyof typeof ciHosts

/** Their names. */
export const ciHostNames = Object.keys(ciHosts) as readonly CiHostName[]

/** `use --host github or --host gitlab`. */
export const useHost = `use ${ciHostNames.map(name => `--host ${name}`).join(' or ')}`
