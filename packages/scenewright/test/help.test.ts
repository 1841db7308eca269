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
