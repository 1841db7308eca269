import { compilerRule } from '../../compiler-findings.ts'

export const needsQuotes = compilerRule({
  id: 'source/needs-quotes',
  level: 'error',
  summary: 'A text without quotes is read as a mapping, a comment or a tag in YAML.',
  hasFix: true,
})
