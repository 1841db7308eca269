import { formatNames } from '../../../shell/command.ts'
import type { PlanFormat } from './format.ts'

/** The formats of plans by name, the default first. Each is loaded on demand. */
export const planFormats = {
  text: async () => (await import('./text.ts')).text,
  json: async () => (await import('./json.ts')).json,
  markdown: async () => (await import('./markdown.ts')).markdown,
  html: async () => (await import('./html.ts')).html,
} as const satisfies { readonly [name: string]: () => Promise<PlanFormat> }

export type PlanFormatName = keyof typeof planFormats

/** The same names, for the command line. */
export const planFormatNames = formatNames(planFormats)
