import type { Feature } from '../feature.ts'
import { codeActions } from './code-actions.ts'
import { completion } from './completion.ts'
import { definition } from './definition.ts'
import { diagnostics } from './diagnostics.ts'
import { flow } from './flow.ts'
import { folding } from './folding.ts'
import { formatting } from './formatting.ts'
import { hover } from './hover.ts'
import { inlayHints } from './inlay-hints.ts'
import { lenses } from './lenses.ts'
import { references } from './references.ts'
import { rename } from './rename.ts'
import { selectionRanges } from './selection-ranges.ts'
import { semanticTokens } from './semantic-tokens.ts'
import { symbols } from './symbols.ts'
import { tests } from './tests.ts'
import { willRenameFiles } from './will-rename-files.ts'

/** Every feature of the language server: one file, one line. */
export const features: readonly Feature[] = [
  diagnostics,
  definition,
  references,
  rename,
  willRenameFiles,
  hover,
  codeActions,
  completion,
  symbols,
  folding,
  selectionRanges,
  semanticTokens,
  inlayHints,
  formatting,
  lenses,
  flow,
  tests,
]
