import { compilerRule } from '../../compiler-findings.ts'

export const notStatic = compilerRule({
  id: 'source/not-static',
  level: 'error',
  summary: 'An expression in TypeScript cannot be evaluated without running it.',
})
