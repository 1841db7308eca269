import { formatNames } from '../../../shell/command.ts'
import type { TestFormat } from './format.ts'

/** The formats of test reports by name, the default first. Each is loaded on demand. */
export const testFormats = {
  text: async () => (await import('./text.ts')).text,
  json: async () => (await import('./json.ts')).json,
  junit: async () => (await import('./junit.ts')).junit,
} as const satisfies { readonly [name: string]: () => Promise<TestFormat> }

export type TestFormatName = keyof typeof testFormats

/** The same names, for the command line. */
export const testFormatNames = formatNames(testFormats)
