import { formatNames } from '../../../shell/command.ts'
import type { FindingsFormat } from './format.ts'

/** The formats of findings by name, the default first. Each is loaded on demand. */
export const findingsFormats = {
  text: async () => (await import('./text.ts')).text,
  json: async () => (await import('./json.ts')).json,
  sarif: async () => (await import('./sarif.ts')).sarif,
  junit: async () => (await import('./junit.ts')).junit,
  github: async () => (await import('./github.ts')).github,
  gitlab: async () => (await import('./gitlab.ts')).gitlab,
  markdown: async () => (await import('./markdown.ts')).markdown,
} as const satisfies { readonly [name: string]: () => Promise<FindingsFormat> }

export type FindingsFormatName = keyof typeof findingsFormats

/** The same names, for the command line. */
export const findingsFormatNames = formatNames(findingsFormats)
