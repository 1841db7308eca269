import type { Feature } from '../feature.ts'
import { definition } from './definition.ts'
import { diagnostics } from './diagnostics.ts'
import { references } from './references.ts'

/** Every feature of the language server: one file, one line. */
export const features: readonly Feature[] = [diagnostics, definition, references]
