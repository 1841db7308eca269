// Builds what a checkout does not hold: validators and types from the schemas, then the bundled command line.

import { bundle } from './build/bundle.mjs'
import { generate } from './build/schemas.mjs'

await generate()
await bundle()
