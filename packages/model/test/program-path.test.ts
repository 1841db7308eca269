import { expect, test } from 'vitest'
import { programPath } from '../src/system.ts'

const onWindows = (env: Record<string, string>, ...files: readonly string[]) =>
  programPath('git', env, { platform: 'win32', isFile: path => files.includes(path) })

test('on Windows a program is looked for in the folders of the PATH, in their order', () => {
  const files = ['C:\\Git\\cmd\\git.exe', 'D:\\tools\\git.exe']
  expect(onWindows({ Path: 'C:\\none;"D:\\tools";C:\\Git\\cmd' }, ...files)).toBe('D:\\tools\\git.exe')
  expect(onWindows({ PATH: 'C:\\Git\\cmd\\' }, ...files)).toBe('C:\\Git\\cmd\\git.exe')
})

test.each(['', '.', '.\\bin', 'bin', 'C:', 'C:bin', '\\bin'])(
  'on Windows a folder "%s" of the PATH, which could be in a project, is skipped',
  folder => {
    expect(programPath('git', { PATH: folder }, { platform: 'win32', isFile: () => true })).toBeUndefined()
  },
)

test('on Windows a program that is in no folder of the PATH is not found', () => {
  expect(onWindows({ PATH: 'C:\\Git\\cmd' })).toBeUndefined()
  expect(onWindows({})).toBeUndefined()
})

test('on other systems the system looks for a program by its name', () => {
  expect(programPath('git', {}, { platform: 'linux' })).toBe('git')
})
