import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where the other libraries are: a package of its own, so that nobody installs them to work here. */
export const peersFolder = fileURLToPath(new URL('.', import.meta.url))

/** Requires one of them, once they are installed. */
export const requirePeer = createRequire(import.meta.url)
