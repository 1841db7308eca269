import type { GraphFormat } from '../../../render/graph/picture.ts'
import { formatNames } from '../../../shell/command.ts'

/** The formats of a graph by name, the default first. Each is loaded on demand. */
export const graphFormats = {
  mermaid: async () => (await import('./mermaid.ts')).mermaid,
  dot: async () => (await import('./dot.ts')).dot,
  svg: async () => (await import('./svg.ts')).loadSvg(),
} as const satisfies { readonly [name: string]: () => Promise<GraphFormat> }

export type GraphFormatName = keyof typeof graphFormats

/** The same names, for the command line. */
export const graphFormatNames = formatNames(graphFormats)
