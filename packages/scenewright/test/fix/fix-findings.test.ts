import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckReport, summarize } from '@scenewright/checker'
import type { Finding, Severity } from '@scenewright/model'
import { expect, test } from 'vitest'
import { fixFindings } from '../../src/commands/check/fix/fix-sources.ts'
import { folderWith } from '../run.ts'

/** Every `x` of the file is a finding, whose fix writes `text` in its place; every `!` is an error. */
function reportOf(text: string, inserted: string): CheckReport {
  const places = [...text].flatMap((letter, index) =>
    letter === 'x' || letter === '!' ? [[letter, index] as const] : [],
  )
  const findings = places.map(([letter, index]): Finding => {
    const range = { start: { line: 1, column: index + 1 }, end: { line: 1, column: index + 2 } }
    const severity: Severity = letter === 'x' ? 'warning' : 'error'
    const fixes = letter === 'x' ? [{ title: '', edits: [{ file: 'a', range, text: inserted }] }] : []
    return { rule: 'a/b', severity, message: '', file: 'a', range, scenario: null, related: [], fixes }
  })
  return summarize(findings, [], { files: ['a'], scenarios: 1 })
}

async function run(text: string, inserted: string, meanwhile: (looks: number, path: string) => void = () => {}) {
  const root = await folderWith({ a: text })
  let looks = 0
  const check = async () => {
    looks += 1
    const report = reportOf(readFileSync(join(root, 'a'), 'utf8'), inserted)
    meanwhile(looks, join(root, 'a'))
    return { project: { root }, report }
  }
  const { fixed, notes, checked } = await fixFindings(check, new AbortController().signal)
  const { warnings, errors } = checked.report.summary
  return { text: readFileSync(join(root, 'a'), 'utf8'), fixed: [...fixed], notes, looks, warnings, errors }
}

test('fixes the findings, and checks again', async () => {
  expect(await run('axbx', '-')).toEqual({
    text: 'a-b-',
    fixed: [['a', 2]],
    notes: [],
    looks: 3,
    warnings: 0,
    errors: 0,
  })
})

test('nothing is written if nothing has a fix', async () => {
  expect(await run('a!b', '-')).toMatchObject({ text: 'a!b', fixed: [], looks: 1, errors: 1 })
})

test('fixes that never converge stop after ten rounds', async () => {
  expect(await run('x', 'xx', () => {})).toMatchObject({ fixed: [['a', 1023]], warnings: 1024 })
})

test('a file that would have other errors is restored', async () => {
  const outcome = await run('axb', '!')
  expect(outcome).toMatchObject({ text: 'axb', fixed: [], warnings: 1, errors: 0 })
  expect(outcome.notes).toEqual([expect.stringContaining('a:1 was not fixed')])
})

test('only the harmful one of several fixes is left out', async () => {
  const root = await folderWith({ a: 'xyx' })
  const check = async () => {
    const text = readFileSync(join(root, 'a'), 'utf8')
    const errors = text.startsWith('-') ? reportOf('!', '').findings : []
    const named = reportOf(text, '-').findings.map(each => ({ ...each, message: `at ${each.range.start.column}` }))
    return { project: { root }, report: summarize([...named, ...errors], [], { files: ['a'], scenarios: 1 }) }
  }
  const { notes, fixed } = await fixFindings(check, new AbortController().signal)
  expect([readFileSync(join(root, 'a'), 'utf8'), [...fixed]]).toEqual(['xy-', [['a', 1]]])
  expect(notes).toEqual([expect.stringContaining('a:1 was not fixed')])
})

test('a file that has changed since it was checked is not written', async () => {
  const outcome = await run('axb', '-', (looks, path) => looks === 2 && writeFileSync(path, 'other x'))
  expect(outcome).toMatchObject({ text: 'other x', fixed: [] })
  expect(outcome.notes).toEqual([expect.stringContaining('changed on disk')])
})

test('a file that was changed after its fix is not restored', async () => {
  const outcome = await run('axb', '!', (looks, path) => looks === 3 && writeFileSync(path, 'mine'))
  expect(outcome).toMatchObject({ text: 'mine' })
})

test('after Ctrl-C nothing more is written', async () => {
  const root = await folderWith({ a: 'axb' })
  const controller = new AbortController()
  const check = async () => {
    const report = reportOf(readFileSync(join(root, 'a'), 'utf8'), '-')
    controller.abort(130)
    return { project: { root }, report }
  }
  await expect(fixFindings(check, controller.signal)).rejects.toBe(130)
  expect(readFileSync(join(root, 'a'), 'utf8')).toBe('axb')
})
