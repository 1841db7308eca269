import { fromCompiler } from '../../compiler-findings.ts'

export const syntax = fromCompiler({
  id: 'source/syntax',
  level: 'error',
  summary: 'The text of a source cannot be read as YAML or TypeScript, or not safely.',
})
