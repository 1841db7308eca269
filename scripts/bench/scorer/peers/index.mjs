import { fuse } from './fuse.mjs'
import { minisearch } from './minisearch.mjs'
import { natural } from './natural.mjs'
import { nodeNlp } from './node-nlp.mjs'
import { wink } from './wink.mjs'

/**
 * The other libraries: each trains on examples by intent, and promises what tells the intent of a message. `messages` is
 * how many of the sample a slow one is asked.
 */
export const peers = [nodeNlp, natural, minisearch, fuse, wink]
