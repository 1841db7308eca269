import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The package with the other libraries, which is separate, so that contributors need not install them. */
export const peersFolder = fileURLToPath(new URL('.', import.meta.url))

/** Requires one of them, once they are installed. */
export const requirePeer = createRequire(import.meta.url)
