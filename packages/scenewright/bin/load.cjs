// Loads the bundles with V8's compiled code beside them, else a short run spends its time on compiling. Measured on Node
// 20: `check` of one YAML file 1.7 × an empty Node without, 1.4 × with; TypeScript's parser 220 ms without, 60 with; a
// warm start of the local service 820 ms without, 730 with.
'use strict'
const { channel } = require('node:diagnostics_channel')
const { closeSync, fstatSync, openSync, readSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { cachedDataVersionTag } = require('node:v8')
const { dirname, join } = require('node:path')
const vm = require('node:vm')

const dist = join(__dirname, '..', 'dist')
const loaded = new Map()

/** What the bundle of that name exports. */
exports.load = name => {
  try {
    return exports.loadFile(join(dist, name))
  } catch (error) {
    if (!error.path?.startsWith(dist)) throw error
    console.error(`scenewright is not built: ${error.path} is missing. Run \`npm run setup\` in its repository.`)
    return process.exit(2)
  }
}

/** What a bundle exports: ASCII alone, which is read ten times as quickly as UTF-8. It may require those beside it. */
exports.loadFile = file => {
  const known = loaded.get(file)
  if (known !== undefined) return known.module.exports
  const { script, cache } = compile(file)
  const module = { exports: {} }
  loaded.set(file, { module, script, cache })
  try {
    script.runInThisContext()(module.exports, requireFrom(file), module, file, dirname(file))
  } catch (error) {
    loaded.delete(file)
    throw error
  }
  return module.exports
}

/** Published before and after code is compiled, so that what has changed V8's flags resets them meanwhile. */
const compiling = channel('scenewright:compiling')

function compile(file) {
  compiling.publish({ isCompiling: true })
  try {
    // A cache is good for one build of V8 and its flags alone.
    const cache = `${file}.${cachedDataVersionTag().toString(16)}.cache`
    const script = new vm.Script(readWrapped(file), {
      filename: file,
      cachedData: readCache(cache),
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    return { script, cache }
  } finally {
    compiling.publish({ isCompiling: false })
  }
}

/** Keeps the compiled code of what was loaded without. */
exports.keepCompiled = () => {
  for (const { script, cache } of loaded.values()) {
    if (script.cachedDataRejected !== false) keepCache(script, cache)
  }
}

/** What makes a function of the code of a file. */
const [before, after] = ['(function (exports, require, module, __filename, __dirname) {', '\n})']

/** The code of a file as a function, read in one piece: V8 copies a text of several parts. */
function readWrapped(file) {
  return readPiece(file, before, after).toString('latin1')
}

/**
 * The memory that files are read into, one after the other: of each, V8 copies what it keeps. Memory that is new to the
 * process is slow to use for the first time.
 */
const shared = Buffer.allocUnsafeSlow(1 << 22)

/** The bytes of a file between two texts. They are valid until the next call. */
function readPiece(file, first = '', last = '') {
  const descriptor = openSync(file)
  try {
    const end = first.length + fstatSync(descriptor).size
    const length = end + last.length
    const bytes = length <= shared.length ? shared.subarray(0, length) : Buffer.allocUnsafeSlow(length)
    bytes.write(first, 'latin1')
    bytes.write(last, end, 'latin1')
    let at = first.length
    for (let count = 1; count > 0 && at < end; at += count) count = readSync(descriptor, bytes, at, end - at, null)
    // A file that is cut off meanwhile must not end in the bytes of another one.
    return bytes.fill(0, at, end)
  } finally {
    closeSync(descriptor)
  }
}

function requireFrom(file) {
  const requireAny = createRequire(file)
  const folder = dirname(file)
  const loadOther = folder === dist ? exports.load : name => exports.loadFile(join(folder, name))
  return id => (/^\.\/[a-z0-9-]+\.cjs$/.test(id) ? loadOther(id.slice(2)) : requireAny(id))
}

function readCache(cache) {
  try {
    return readPiece(cache)
  } catch {
    return undefined
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
