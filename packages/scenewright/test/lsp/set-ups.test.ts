import { readFileSync } from 'node:fs'
import { isSourceName } from '@scenewright/compiler'
import { expect, test } from 'vitest'

const edited = [
  ...['scenario', 'test'].flatMap(kind => ['yaml', 'yml', 'ts'].map(suffix => `*.${kind}.${suffix}`)),
  'scenewright.config.yaml',
  'scenewright.accepted.json',
]

test.each(['vscode/src/server.ts', 'neovim/scenewright.lua', 'jetbrains/scenewright/template.json'])(
  'the set-up %s sends every file that the server edits',
  path => {
    const text = readFileSync(new URL(`../../../../editors/${path}`, import.meta.url), 'utf8')
    const patterns = Array.from(
      text.matchAll(/['"](\*\.[\w.{},]+|scenewright\.\w+\.\w+)['"]/g),
      ([, name = '']) => name,
    )
    expect(new Set(patterns.flatMap(expand))).toEqual(new Set(edited))
    const names = edited.map(name => name.replace('*', 'refund'))
    expect(names.filter(name => !isSourceName(name))).toEqual(names.slice(-2))
  },
)

/** The names that a pattern with braces means. */
function expand(pattern: string): readonly string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return choices === undefined ? [pattern] : choices.split(',').flatMap(choice => expand(`${before}${choice}${after}`))
}
