import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chooseProject, chooseServer, serverEnvironment } from '../src/choose-server.ts'

const bundled = '/extension/server/bin/scenewright.cjs'
const installed = '/project/node_modules/scenewright/bin/scenewright.cjs'

function choose(given: { isTrusted?: boolean; path?: string; folders?: string[]; files?: string[] }) {
  const { isTrusted = true, path = '', folders = ['/project'], files = [] } = given
  return chooseServer({ isTrusted, path, folders, bundled, exists: file => files.includes(file) })
}

describe('the server', () => {
  test('of the project runs where the project is trusted', () => {
    expect(choose({ files: [installed] })).toEqual({ origin: 'project', file: installed, isScript: true })
  })

  test('of a project in the second folder of a window is found', () => {
    expect(choose({ folders: ['/other', '/project'], files: [installed] }).file).toBe(installed)
  })

  test('is the bundled one where the project has none', () => {
    expect(choose({})).toEqual({ origin: 'bundled', file: bundled, isScript: true })
  })

  test.each([
    ['the toolkit of a project', { files: [installed] }],
    ['a setting', { path: '/tmp/program', files: ['/tmp/program'] }],
    ['a script in the project', { path: 'tools/server.cjs', files: ['/project/tools/server.cjs'] }],
  ])('is the bundled one in restricted mode, whatever %s says', (_what, given) => {
    expect(choose({ ...given, isTrusted: false })).toEqual({ origin: 'bundled', file: bundled, isScript: true })
  })

  test.each([
    ['/usr/bin/scenewright', '/usr/bin/scenewright', false],
    ['tools/scenewright', '/project/tools/scenewright', false],
    ['tools/scenewright.cjs', '/project/tools/scenewright.cjs', true],
  ])('named by the setting "%s" is %s', (path, file, isScript) => {
    expect(choose({ path, files: [file, installed] })).toEqual({ origin: 'setting', file, isScript })
  })

  test('that the setting names is chosen although it is missing', () => {
    expect(choose({ path: 'gone', files: [installed] }).file).toBe('/project/gone')
    expect(choose({ path: 'gone', folders: [] }).file).toBe('gone')
  })
})

describe('the project of a window', () => {
  const config = (folder: string) => join(folder, 'scenewright.config.yaml')

  test.each<[string, string[], string[], string | undefined]>([
    ['the folder with a config', ['/a', '/b'], [config('/b/deep'), config('/b')], '/b'],
    ['the uppermost config below', ['/a'], [config('/a/x/y'), config('/a/z'), config('/a/w')], '/a/w'],
    ['the first folder', ['/a', '/b'], [], '/a'],
    ['none without a folder', [], [], undefined],
  ])('is %s', (_what, folders, configs, expected) => {
    expect(chooseProject(folders, configs)).toBe(expected)
  })
})

test('the environment of the server contains our variables only where the folder is trusted', () => {
  const environment = { PATH: '/bin', SCENEWRIGHT_EMBEDDINGS_KEY: 'a', SCENEWRIGHT_ALLOW_CUSTOM_RULES: '1' }
  expect(serverEnvironment(environment, true)).toEqual(environment)
  expect(serverEnvironment(environment, false)).toEqual({ PATH: '/bin' })
})
