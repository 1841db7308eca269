import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { github } from '../../src/commands/check/formats/github.ts'
import { writeJobSummary } from '../../src/commands/check/formats/github-summary.ts'
import { folderWith } from '../run.ts'
import { context, everyKind, finding, many, reportOf } from './sample.ts'

interface Command {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly message: string
}

/** Reads workflow commands as the runner does. */
function commandsOf(text: string): readonly Command[] {
  return text
    .trimEnd()
    .split('\n')
    .map(line => {
      const [, name = '', listed = '', message = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? []
      const properties = listed.split(',').map(pair => {
        const [key = '', value = ''] = pair.split('=')
        return [key, unescaped(value)] as const
      })
      return { name, properties: Object.fromEntries(properties), message: unescaped(message) }
    })
}

function unescaped(text: string): string {
  return decodeURIComponent(text.replace(/%(?!25|0D|0A|3A|2C)/g, '%25'))
}

describe('an annotation', () => {
  test('is at its place, with its rule as the title', () => {
    const [command] = commandsOf(github(reportOf([finding({ help: 'Mend it.' })]), { ...context, folder: 'bots/' }))
    expect(command).toEqual({
      name: 'error',
      properties: {
        file: 'bots/scenarios/refund.scenario.yaml',
        line: '3',
        endLine: '3',
        col: '5',
        endColumn: '8',
        title: 'graph/trap',
      },
      message: 'bots/scenarios/refund.scenario.yaml:3:5  from "ask" no END can be reached\nMend it.',
    })
  })

  test('on several lines has no columns', () => {
    const range = { start: { line: 3, column: 5 }, end: { line: 4, column: 2 } }
    const [command] = commandsOf(github(reportOf([finding({ range })]), context))
    expect(command?.properties).not.toHaveProperty('col')
    expect(command?.properties).toMatchObject({ line: '3', endLine: '4' })
  })

  test('stays one line and one command, for any file name and message', () => {
    const commands = commandsOf(github(reportOf(everyKind), context))
    expect(commands).toHaveLength(everyKind.length)
    expect(commands.map(({ properties }) => properties.file)).toContain(
      'scenarios/50% off, new: \u00fcber.scenario.yaml',
    )
    expect(commands.every(({ properties }) => Object.keys(properties).every(name => /^[a-zA-Z]+$/.test(name)))).toBe(
      true,
    )
  })
})

describe('many findings', () => {
  test.each([
    [500, 500, 500],
    [500, 0, 0],
    [11, 3, 10],
    [10, 10, 10],
    [0, 0, 11],
    [0, 0, 0],
  ])('%d errors, %d warnings and %d infos stay within the limits of GitHub', async (errors, warnings, infos) => {
    const report = reportOf([...many('info', infos), ...many('warning', warnings), ...many('error', errors)])
    const out = github(report, context)
    const commands = out === '' ? [] : commandsOf(out)
    const counted = (name: string) => commands.filter(command => command.name === name).length
    expect(Math.max(counted('error'), counted('warning'), counted('notice'))).toBeLessThanOrEqual(10)
    const annotated = commands.filter(({ properties }) => properties.file !== undefined).length
    const beside = await writeJobSummary(report, context, {})
    expect(annotated + beside.split('\n').length - 1).toBe(errors + warnings + infos)
    expect(commands.length - annotated).toBe(annotated < errors + warnings + infos ? 1 : 0)
    expect(commands.map(({ name }) => 'error warning notice'.indexOf(name))).toEqual(
      commands.map(({ name }) => 'error warning notice'.indexOf(name)).sort((a, b) => a - b),
    )
  })

  test('that get no annotation are plain lines of the log', async () => {
    const strange = many('error', 20).map(one => ({ ...one, message: '\n::add-mask::x\n##[error]y' }))
    const beside = await writeJobSummary(reportOf(strange), context, {})
    expect(beside.trimEnd().split('\n')).toHaveLength(10)
    expect(beside).not.toMatch(/^\s*::|##\[/m)
  })
})

test('the summary of a step gets the whole report after its existing content', async () => {
  const folder = await folderWith({ 'summary.md': 'before\n' })
  const file = join(folder, 'summary.md')
  expect(await writeJobSummary(reportOf(everyKind), context, { GITHUB_STEP_SUMMARY: file })).toBe('')
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^before\n\*\*scenewright check failed/)
  expect(await writeJobSummary(reportOf([]), context, { GITHUB_STEP_SUMMARY: join(folder, 'no/such') })).toContain(
    'could not be written',
  )
})
