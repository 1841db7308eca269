// Inspects a packed package: whether npm can install it, and whether it contains anything that it should not.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const required = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']
const dependencyFields = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies']

/**
 * The problems of a tarball, one line each, and its contents. `privateNames` are the packages of the workspace that are
 * never published; `buildFolder` is the path on this machine that no file may contain.
 */
export function inspectTarball(tarball, { privateNames, buildFolder }) {
  const into = mkdtempSync(join(tmpdir(), 'scenewright-tarball-'))
  try {
    execFileSync('tar', ['-xzf', tarball, '-C', into])
    const folder = join(into, 'package')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => statSync(join(folder, file)).isFile())
      .sort()
    const missing = required.filter(file => !files.includes(file)).map(file => `${file} is missing`)
    const manifest = files.includes('package.json')
      ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      : {}
    const problems = [
      ...missing,
      ...manifestProblems(manifest, privateNames),
      ...targetProblems(manifest, files),
      ...files.flatMap(file => fileProblems(file, readFileSync(join(folder, file)), buildFolder)),
    ]
    return { problems, files, manifest, bytes: statSync(tarball).size }
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

function manifestProblems(manifest, privateNames) {
  return dependencyFields.flatMap(field =>
    Object.entries(manifest[field] ?? {}).flatMap(([name, range]) => {
      const protocol = /^(workspace|catalog|link|file|portal):/.exec(range)
      if (protocol !== null) return [`${field}: "${name}" has the range "${range}", which npm cannot install`]
      // npm ignores the development dependencies of an installed package.
      if (field !== 'devDependencies' && privateNames.includes(name))
        return [`${field}: "${name}" is private, so npm cannot find it`]
      return []
    }),
  )
}

/** Every file in `bin` and `exports` exists. */
function targetProblems({ bin, exports, main, types }, files) {
  const named = [bin, exports, main, types].flatMap(stringsIn).map(path => path.replace(/^\.\//, ''))
  return [...new Set(named)]
    .filter(path => !files.some(file => matches(file, path)))
    .map(path => `package.json names "${path}", which is missing`)
}

function stringsIn(value) {
  if (typeof value === 'string') return [value]
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(stringsIn)
}

function matches(file, pattern) {
  const [start, end] = pattern.split('*')
  return end === undefined ? file === pattern : file.startsWith(start) && file.endsWith(end)
}

function fileProblems(file, content, buildFolder) {
  const problems = []
  if (/^(src|test|tests|node_modules)\//.test(file) || /\.(test|spec)\.[cm]?[jt]sx?$/.test(file))
    problems.push(`${file} does not belong into a package`)
  if (/(^|\/)\.(env|npmrc)/.test(file)) problems.push(`${file} may hold secrets`)
  if (/\.map$/.test(file) || /\n\/\/# sourceMappingURL=data:/.test(content.toString('latin1')))
    problems.push(`${file} is or has a source map`)
  if (content.includes(buildFolder)) problems.push(`${file} names the folder of the build, ${buildFolder}`)
  return problems
}
