import { fromCompiler } from '../../from-compiler.ts'

export const duplicateKey = fromCompiler({
  id: 'source/duplicate-key',
  level: 'error',
  summary: 'Two sources have the same scenario key.',
})
