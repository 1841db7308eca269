import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownCommand } from '../src/shell/installation.ts'
import { folderWith } from './run.ts'

const root = await folderWith({
  'bin/scenewright': '',
  'project/node_modules/.bin/scenewright': '',
  'plain/scenewright': '',
  'folder/scenewright/index.js': '',
  'windows/scenewright.cmd': '',
})
for (const file of ['bin/scenewright', 'project/node_modules/.bin/scenewright', 'windows/scenewright.cmd']) {
  chmodSync(join(root, file), 0o755)
}
const [bin, lent] = [join(root, 'bin'), join(root, 'project/node_modules/.bin')]
const npm = { npm_config_user_agent: 'npm/10.8.2 node/v20.20.0 linux x64', npm_execpath: '/usr/lib/npm-cli.js' }

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['installed globally', { PATH: `/usr/bin:${bin}` }, 'scenewright'],
  ['installed globally, run by npm', { ...npm, PATH: `${lent}:${bin}` }, 'scenewright'],
  ['run by npx', { ...npm, PATH: `${lent}:/usr/bin` }, 'npx scenewright'],
  ['run by Yarn', { ...npm, BERRY_BIN_FOLDER: bin, PATH: `${bin}:/usr/bin` }, 'npx scenewright'],
  ["if a person's own PATH contains the project's commands", { PATH: `${lent}:/usr/bin` }, 'scenewright'],
  ['run by its path', { PATH: '/usr/bin' }, 'npx scenewright'],
  ['without a PATH', {}, 'npx scenewright'],
  ['with a file of that name that is not executable', { PATH: join(root, 'plain') }, 'npx scenewright'],
  ['with a folder of that name', { PATH: join(root, 'folder') }, 'npx scenewright'],
])('%s', (_how, env, expected) => {
  expect(ownCommand(env, 'linux')).toBe(expected)
})

test.each([
  [`C:\\Windows;${join(root, 'windows')}`, 'scenewright'],
  [`C:\\Windows;${bin}`, 'npx scenewright'],
])('on Windows, with the PATH %s', (PATH, expected) => {
  expect(ownCommand({ PATH }, 'win32')).toBe(expected)
})
