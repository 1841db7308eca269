import { compilerRule } from '../../compiler-findings.ts'

export const schema = compilerRule({
  id: 'source/schema',
  level: 'error',
  summary: 'A field is missing, unknown, of the wrong type, or outside the limits of the API.',
})
