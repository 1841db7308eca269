// Loads the bundles with V8's compiled code beside them, else a short run spends its time on compiling. Measured on Node
// 20: `check` of one YAML file 1.7 × an empty Node without, 1.4 × with; TypeScript's parser 220 ms without, 60 with.
'use strict'
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { cachedDataVersionTag } = require('node:v8')
const { join } = require('node:path')
const vm = require('node:vm')

const dist = join(__dirname, '..', 'dist')
const requireFromDist = createRequire(join(dist, 'main.cjs'))
const loaded = new Map()

/** What the bundle of that name exports. It may require the others, as `./<name>.cjs`. */
exports.load = name => {
  const known = loaded.get(name)
  if (known !== undefined) return known.module.exports
  const file = join(dist, name)
  // A cache is good for one build of V8 and its flags alone.
  const cache = `${file}.${cachedDataVersionTag().toString(16)}.cache`
  const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${read(file)}\n})`, {
    filename: file,
    cachedData: read(cache, true),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module = { exports: {} }
  loaded.set(name, { module, script, cache })
  script.runInThisContext()(module.exports, requireBundle, module, file, dist)
  return module.exports
}

/** Keeps the compiled code of what was loaded without. */
exports.keepCompiled = () => {
  for (const { script, cache } of loaded.values()) {
    if (script.cachedDataRejected !== false) keepCache(script, cache)
  }
}

function requireBundle(id) {
  return /^\.\/[a-z0-9]+\.cjs$/.test(id) ? exports.load(id.slice(2)) : requireFromDist(id)
}

function read(file, isOptional) {
  try {
    // The bundles hold nothing but ASCII, which is read as that ten times as quickly as UTF-8.
    return readFileSync(file, isOptional ? undefined : 'latin1')
  } catch {
    if (isOptional) return undefined
    console.error(`scenewright is not built: ${file} is missing. Run \`npm run setup\` in its repository.`)
    process.exit(2)
  }
}

/** Kept where the code itself lies, so that nobody who could not change the code can change the cache. */
function keepCache(script, cache) {
  try {
    const own = `${cache}.${process.pid}`
    writeFileSync(own, script.createCachedData())
    renameSync(own, cache)
  } catch {
    // A folder that cannot be written to costs speed and nothing else.
  }
}
