// Builds generated files: validators and types from the schemas, then both published packages.

import { bundleCommandLine } from './build/command-line.mjs'
import { generate } from './build/schemas.mjs'
import { bundleService } from './build/service.mjs'

await generate()
await Promise.all([bundleCommandLine(), bundleService()])
