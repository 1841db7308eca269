/** The file that a worker thread of the command line runs; `work.ts` says what it does there. */
export const workerEntry = new URL('../bin/worker.cjs', import.meta.url)
