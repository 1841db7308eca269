// Loads the bundle with V8's compiled code beside it, else a short run spends its time on compiling.
// Measured on Node 20 with `check` of one file: 1.7 × an empty Node without, 1.4 × with.
'use strict'
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname, join } = require('node:path')
const vm = require('node:vm')

const bundle = join(__dirname, '..', 'dist', 'main.cjs')
// A cache is good for one build of V8 alone.
const cache = `${bundle}.${process.versions.v8}.${process.arch}.cache`

/** What the bundle exports, and what keeps its compiled code for the next run. */
exports.load = () => {
  const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${read(bundle)}\n})`, {
    filename: bundle,
    cachedData: read(cache, true),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const main = { exports: {} }
  script.runInThisContext()(main.exports, createRequire(bundle), main, bundle, dirname(bundle))
  return { ...main.exports, keepCompiled: () => script.cachedDataRejected === false || keepCache(script) }
}

function read(file, isOptional) {
  try {
    return readFileSync(file, isOptional ? undefined : 'utf8')
  } catch {
    if (isOptional) return undefined
    console.error(`scenewright is not built: ${file} is missing. Run \`npm run setup\` in its repository.`)
    process.exit(2)
  }
}

/** Kept where the code itself lies, so that nobody who could not change the code can change the cache. */
function keepCache(script) {
  try {
    const own = `${cache}.${process.pid}`
    writeFileSync(own, script.createCachedData())
    renameSync(own, cache)
  } catch {
    // A folder that cannot be written to costs speed and nothing else.
  }
}
