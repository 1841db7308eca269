import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check, rules } from '@scenewright/checker'
import { compileProject, openProject } from '@scenewright/compiler'
import { expect, test } from 'vitest'
import { fixFindings } from '../../src/commands/check/fix/fix-sources.ts'
import { folderWith } from '../run.ts'

const fixtures = fileURLToPath(new URL('../../../checker/src/rules/', import.meta.url))
const fixable = rules.filter(rule => rule.hasFix).map(rule => rule.id)

async function fixFolder(root: string, only: string) {
  const hasConfig = existsSync(join(root, 'config.yaml'))
  const project = await openProject({ cwd: root, ...(hasConfig && { configPath: 'config.yaml' }) })
  const config = { ...project.config, sources: ['.'] }
  const own = rules.filter(({ id }) => id === only || id.startsWith('source/') || id.startsWith('graph/'))
  const look = async () => {
    const compilation = await compileProject({ ...project, root, config })
    return { project: { root }, report: check(compilation, config, { rules: own }) }
  }
  return { before: (await look()).report, ...(await fixFindings(look, new AbortController().signal)) }
}

/** The fixes of these rules make comments without a space after the `#` a part of their texts. */
const spaced = /(?:^|\s)# [^\n"]*/g
const commentForms: Readonly<Record<string, RegExp>> = { 'text/comment-cut': spaced, 'source/needs-quotes': spaced }
const comments = (text: string, id: string) => {
  const form = commentForms[id] ?? /(?:^|\s)#[^\n]*|\/\/[^\n]*|\/\*.*?\*\//g
  return text.match(form)?.map(each => each.trim()) ?? []
}

test.each(fixable)('%s is fixed in its fixtures, with every comment kept', async id => {
  const root = await folderWith({})
  await cp(join(fixtures, `${id}.invalid`), root, { recursive: true })
  const sources = readdirSync(root).filter(name => /\.scenario\.(?:yaml|ts)$/.test(name))
  const texts = () => Object.fromEntries(sources.map(name => [name, readFileSync(join(root, name), 'utf8')]))
  const old = texts()
  const { before, checked, fixed, notes } = await fixFolder(root, id)
  const fixes = (findings: typeof before.findings) => findings.filter(each => each.rule === id && each.fixes.length > 0)
  expect(fixes(before.findings).length).toBeGreaterThan(0)
  expect([fixes(checked.report.findings), notes]).toEqual([[], []])
  expect(checked.report.summary.errors).toBeLessThanOrEqual(before.summary.errors)
  for (const [name, text] of Object.entries(texts())) {
    expect(comments(text, id)).toEqual(comments(old[name] ?? '', id))
    expect(text !== old[name], name).toBe(fixed.has(name))
    if (text !== old[name]) expect(text).toMatchSnapshot(name)
  }
})

test.each(fixable)('%s is fixed with CRLF line ends as with LF', async id => {
  const fixed = async (end: '\n' | '\r\n') => {
    const root = await folderWith({})
    await cp(join(fixtures, `${id}.invalid`), root, { recursive: true })
    const sources = readdirSync(root).filter(name => /\.(?:scenario|test)\.(?:yaml|ts)$/.test(name))
    for (const name of sources) {
      const text = readFileSync(join(root, name), 'utf8').replaceAll('\r\n', '\n')
      writeFileSync(join(root, name), text.replaceAll('\n', end))
    }
    await fixFolder(root, id)
    return Object.fromEntries(sources.map(name => [name, readFileSync(join(root, name), 'utf8')]))
  }
  const [lf, crlf] = [await fixed('\n'), await fixed('\r\n')]
  expect(crlf).toEqual(
    Object.fromEntries(Object.entries(lf).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')])),
  )
})
