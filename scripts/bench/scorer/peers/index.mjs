import { fuse } from './fuse.mjs'
import { minisearch } from './minisearch.mjs'
import { natural } from './natural.mjs'
import { nodeNlp } from './node-nlp.mjs'
import { wink } from './wink.mjs'

/**
 * The other libraries: each trains on examples by intent, and resolves with a function that returns the intent of a
 * message. `messages` is the sample size for a slow one.
 */
export const peers = [nodeNlp, natural, minisearch, fuse, wink]
