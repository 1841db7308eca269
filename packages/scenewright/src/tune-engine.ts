/**
 * Sets this thread's V8 up for going once through many files, and then ending. It is made for programs that stay: it
 * optimises code early, and lets the space for new objects grow to 48 MB a thread, though nothing here lives longer
 * than a file is looked at. Measured on Node 20, processor time and peak memory, without and with: 1,000 YAML sources
 * 0.72 s and 89 MB, 0.59 s and 67 MB; 1,000 TypeScript sources 1.78 s and 130 MB, 1.24 s and 86 MB; 10,000 YAML sources
 * 204 MB, 150 MB. Both flags are read whenever they matter, so they may be set while V8 runs.
 */
export function tuneEngine(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  // Later versions weigh calls, and have no such flag.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=200000')
}
