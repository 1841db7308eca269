import { compilerRule } from '../../compiler-findings.ts'

export const syntax = compilerRule({
  id: 'source/syntax',
  level: 'error',
  summary: 'The text of a source cannot be read as YAML or TypeScript, or not safely.',
  hasFix: true,
})
