// `npm run house`: measures the structure of the sources, prints the figures with their limits, and exits with 1 if a
// figure is beyond its limit. `npm run house -- cycles` also lists the files behind the figures whose name contains
// this word.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { alg, Graph } from '@dagrejs/graphlib'
import typescript from 'typescript'

const root = fileURLToPath(new URL('../', import.meta.url))

const limits = { oneImporter: 0.35, short: 0.12, median: [60, 90], lines: 400, exported: 30 }

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} value how it is shown, with its limit
 * @property {boolean} isWithin whether it is within its limit
 * @property {readonly string[]} files what it counts, for people who want to improve it
 */

/**
 * Measures all TypeScript files below `packages/<name>/src`. An entry of a registry has one importer by intent: a rule, a
 * command, a format or a route is one file and one line of an `index.ts`.
 *
 * @returns {readonly Figure[]}
 */
export function measureHouse() {
  const files = readSources()
  const importers = countImporters(files)
  const lengths = files.map(({ lines }) => lines).sort((one, other) => one - other)
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0
  const [least, most] = limits.median
  const imported = files.filter(({ path }) => !isEntry(path))
  const indexes = files.filter(({ path }) => basename(path) === 'index.ts' && /\/src\/([^/]+\/)?index\.ts$/.test(path))
  return [
    usedOnce(imported, importers),
    share('files of 20 lines or fewer', files, ({ lines }) => lines <= 20, limits.short),
    {
      name: 'median of lines a file',
      value: `${median} (${least} to ${most})`,
      isWithin: median >= least && median <= most,
      files: [],
    },
    none(`files of more than ${limits.lines} lines`, files, ({ lines }) => lines > limits.lines),
    none(`indexes of more than ${limits.exported} names`, indexes, ({ exported }) => exported > limits.exported),
    cycles(files),
  ]
}

function share(name, files, isCounted, limit) {
  const counted = files.filter(isCounted)
  const part = files.length === 0 ? 0 : counted.length / files.length
  return {
    name,
    value: `${(100 * part).toFixed(1)} % (at most ${100 * limit} %)`,
    isWithin: part <= limit,
    files: counted.map(({ path }) => path),
  }
}

/** Files with one importer. Those that an `index.ts` imports, next to them or above them, are its entries. */
function usedOnce(files, importers) {
  const once = files.filter(({ path }) => importers.get(path)?.size === 1)
  const isEntryOf = ({ path }) => [...(importers.get(path) ?? [])].every(importer => basename(importer) === 'index.ts')
  const isHelper = file => once.includes(file) && !isEntryOf(file)
  const figure = share('files with one importer', files, isHelper, limits.oneImporter)
  const all = ((100 * once.length) / files.length).toFixed(1)
  return { ...figure, value: `${figure.value}; with entries of an index.ts ${all} %` }
}

function none(name, files, isCounted) {
  const counted = files.filter(isCounted)
  return { name, value: `${counted.length} (none)`, isWithin: counted.length === 0, files: counted.map(describe) }
}

function describe({ path, lines, exported }) {
  return `${path} (${lines} lines${exported === 0 ? '' : `, ${exported} names`})`
}

/** Groups of files that import each other, types included. */
function cycles(files) {
  const graph = new Graph()
  for (const { path, imports } of files) for (const other of imports) graph.setEdge(path, other)
  const found = alg.findCycles(graph)
  return {
    name: 'import cycles, types included',
    value: `${found.length} (none)`,
    isWithin: found.length === 0,
    files: found.map(cycle => cycle.join(' → ')),
  }
}

function readSources() {
  return readdirSync(join(root, 'packages')).flatMap(name => {
    const folder = join(root, 'packages', name, 'src')
    if (!existsSync(folder)) return []
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names
      .filter(file => /\.tsx?$/.test(file) && !/\.(in)?valid\//.test(file))
      .map(file => readSource(join(folder, file)))
  })
}

function readSource(file) {
  const text = readFileSync(file, 'utf8')
  const { importedFiles } = typescript.preProcessFile(text, true, true)
  const names = importedFiles.map(({ fileName }) => fileName).filter(name => name.startsWith('.'))
  const path = relative(root, file)
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: [...new Set(names.map(name => join(dirname(path), name)))],
    exported: basename(file) === 'index.ts' ? countExported(text) : 0,
  }
}

/** The names that an index passes on; `export *` is beyond every limit. */
function countExported(text) {
  const { statements } = typescript.createSourceFile('index.ts', text, typescript.ScriptTarget.Latest)
  return statements.filter(typescript.isExportDeclaration).reduce((sum, { exportClause }) => {
    const isListed = exportClause !== undefined && typescript.isNamedExports(exportClause)
    return sum + (isListed ? exportClause.elements.length : Number.POSITIVE_INFINITY)
  }, 0)
}

function countImporters(files) {
  const importers = new Map()
  for (const { path, imports } of files) {
    for (const other of imports) importers.set(other, new Set(importers.get(other)).add(path))
  }
  return importers
}

/** Entry points, or files that only collect imports. */
function isEntry(path) {
  return /\/(index|main)\.ts$/.test(path)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , word] = process.argv
  const figures = measureHouse()
  for (const { name, value, isWithin, files } of figures) {
    console.log(`${isWithin ? ' ' : '!'} ${name}: ${value}`)
    if (word !== undefined && name.includes(word)) for (const file of files) console.log(`    ${file}`)
  }
  if (figures.some(({ isWithin }) => !isWithin)) process.exitCode = 1
}
