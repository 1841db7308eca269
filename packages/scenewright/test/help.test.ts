import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '../src/commands/index.ts'
import type { CommandGroup } from '../src/shell/command.ts'
import { folderWith, scenewright } from './run.ts'

/** The names of all commands and groups, such as `service bot create`. */
async function allNames(entries: CommandGroup['commands'], prefix = ''): Promise<readonly string[]> {
  const found = Object.entries(entries).map(async ([word, { load }]) => {
    const loaded = await load()
    const own = `${prefix}${word}`
    return 'commands' in loaded ? [own, ...(await allNames(loaded.commands, `${own} `))] : [own]
  })
  return (await Promise.all(found)).flat()
}

const helps = new Map<string, string>()
const cwd = await folderWith({})
for (const name of await allNames(commands)) {
  helps.set(name, (await scenewright([...name.split(' '), '--help'], { cwd })).stdout)
}

test.each([...helps])('the help of %s has examples of it, with existing options', (name, help) => {
  const examples = help.split('\nExamples:\n')[1]?.split('\n\n')[0] ?? ''
  const calls = [...examples.matchAll(/\bscenewright ([a-z].*?)(?= {2}| && |$)/gm)].map(([, call = '']) => {
    const words = call.split(' ')
    const called = [3, 2, 1].map(count => words.slice(0, count).join(' ')).find(each => helps.has(each)) ?? ''
    return { call, called, options: words.filter(word => word.startsWith('--')) }
  })
  expect(calls.filter(({ called }) => `${called} `.startsWith(`${name} `))).not.toEqual([])
  expect(calls.filter(({ called, options }) => options.some(each => !helps.get(called)?.includes(each)))).toEqual([])
})

test('the help marks required options', async () => {
  expect(helps.get('promote')).toMatch(/--from <name> +the environment to promote from \(required\)\n/)
  expect(helps.get('harvest')?.match(/\(required\)/g)).toHaveLength(2)
  expect(helps.get('check')).not.toContain('(required)')
})

test('a mistyped option is reported before the required option that it was to be', async () => {
  const { code, stderr } = await scenewright(['promote', '--form', 'staging'], { cwd })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("unknown option '--form'") })
  const missing = await scenewright(['promote'], { cwd })
  expect([missing.code, missing.stderr]).toEqual([
    2,
    "error: required option '--from <name>' not specified\nRun `scenewright promote --help` for its options and examples.\n",
  ])
})

test('every option is on a page of the documentation', () => {
  const folder = new URL('../../../docs/', import.meta.url)
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'))
  const texts = ['../README.md', ...pages]
    .map(name => readFileSync(new URL(name.replaceAll('\\', '/'), folder), 'utf8'))
    .join('\n')
  const missing = [...helps].flatMap(([name, help]) => {
    const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option = '']) => option)
    return options.filter(option => !new RegExp(`${option}(?![\\w-])`).test(texts)).map(option => `${name} ${option}`)
  })
  expect(missing).toEqual([])
})
