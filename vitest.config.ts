import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'schemas/test/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', './test/closing-line.mjs'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
