import { csv } from './csv.ts'
import { dialogflow } from './dialogflow/index.ts'
import type { ImportFormat } from './format.ts'
import { rasa } from './rasa/index.ts'

/** Every tool that bots are imported from: one file, one line. */
export const importFormats = { rasa, dialogflow, csv } as const satisfies { readonly [name: string]: ImportFormat }

export type ImportFormatName = keyof typeof importFormats
