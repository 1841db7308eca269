import { formatNames } from '../../../shell/command.ts'
import type { DiffFormat } from './format.ts'

/** The formats of a diff by name, the default first. Each is loaded on demand. */
export const diffFormats = {
  text: async () => (await import('./text.ts')).text,
  json: async () => (await import('./json.ts')).json,
  markdown: async () => (await import('./markdown.ts')).markdown,
  html: async () => (await import('./html.ts')).loadHtml(),
} as const satisfies { readonly [name: string]: () => Promise<DiffFormat> }

export type DiffFormatName = keyof typeof diffFormats

/** The same names, for the command line. */
export const diffFormatNames = formatNames(diffFormats)
