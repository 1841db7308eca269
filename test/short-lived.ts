import { fileURLToPath } from 'node:url'

/** Environment variables for a program that starts the local service for seconds alone, whatever lies between the two. */
export const shortLived = {
  NODE_OPTIONS: `--require ${JSON.stringify(fileURLToPath(new URL('./liftoff.cjs', import.meta.url)))}`,
} as const
