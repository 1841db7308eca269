import { formatNames } from '../../../shell/command.ts'
import type { LabFormat } from '../lab-report.ts'

/** The formats of a lab report by name, the default first. Each is loaded on demand. */
export const labFormats = {
  text: async () => (await import('./text.ts')).text,
  json: async () => (await import('./json.ts')).json,
  junit: async () => (await import('./junit.ts')).junit,
  html: async () => (await import('./html.ts')).html,
} as const satisfies { readonly [name: string]: () => Promise<LabFormat> }

export type LabFormatName = keyof typeof labFormats

/** The same names, for the command line. */
export const labFormatNames = formatNames(labFormats)
