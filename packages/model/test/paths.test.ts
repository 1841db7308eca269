import { type PlatformPath, posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAtOrBelow, leadsOut, withForwardSlashes } from '../src/system.ts'

const systems: readonly (readonly [string, PlatformPath, string])[] = [
  ['Linux and macOS', posix, '/home/me/bots'],
  ['Windows', win32, 'C:\\Users\\me\\bots'],
]

const pieces = [
  '.',
  '..',
  '...',
  '/',
  '\\',
  '//',
  '\\\\',
  'C:',
  'c:',
  'D:',
  'server',
  'share',
  '?',
  'con',
  'Bots',
  'ä b',
  'x.',
  '~',
]
/** Anything that a config, an import or a manifest could hold. */
const anyPath = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(each => each.join(''))
/** Steps from a folder, on one drive. */
const steps = fc
  .array(fc.constantFrom('.', '..', '..x', 'a', 'A', 'ä b', 'b\\c', 'bots', 'BOTS', 'bots2', 'me'), { maxLength: 8 })
  .map(each => each.join('/'))
/** The name of a file that both systems can have. */
const plainName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter(name => !/[\\/:]/.test(name) && name !== '.' && name !== '..')

describe.each(systems)('on %s', (_name, system, root) => {
  const segments = (path: string) => {
    const all = system.resolve(path).split(system.sep).filter(Boolean)
    return system === win32 ? all.map(each => each.toLowerCase()) : all
  }
  const beginsWith = (path: string, folder: string) =>
    segments(folder).every((segment, index) => segments(path)[index] === segment)

  test('a path inside the folder stays inside, however it is joined', () => {
    fc.assert(
      fc.property(anyPath, path => {
        fc.pre(!leadsOut(path, system))
        const normal = system.normalize(path)
        for (const full of [system.join(root, path), system.resolve(root, path), system.join(root, normal)])
          expect(beginsWith(full, root)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('a path is below a folder if its first segments are those of the folder', () => {
    fc.assert(
      fc.property(steps, steps, (below, other) => {
        const folder = system.resolve(root, other)
        for (const path of [system.resolve(folder, below), system.resolve(root, below), folder])
          expect(isAtOrBelow(path, folder, system)).toBe(beginsWith(path, folder))
      }),
      { numRuns: 2000 },
    )
  })

  test('the name of a file in a project has forward slashes, is relative, and leads back to the file', () => {
    fc.assert(
      fc.property(fc.array(plainName, { minLength: 1, maxLength: 4 }), names => {
        const file = system.join(root, ...names)
        const name = withForwardSlashes(system.relative(root, file), system)
        // The same on both systems, and so is the key, which is a part of it.
        expect(name).toBe(names.join('/'))
        expect([leadsOut(name, posix), leadsOut(name, win32)]).toEqual([false, false])
        expect(system.join(root, name)).toBe(file)
      }),
    )
  })
})

test.each([
  ['..', true, true],
  ['../bots', true, true],
  ['a/../..', true, true],
  ['/etc', true, true],
  ['..\\bots', false, true],
  ['a\\..\\..\\b', false, true],
  ['\\etc', false, true],
  ['C:\\bots', false, true],
  ['C:bots', false, true],
  ['./C:bots', false, true],
  ['a/../../C:', true, true],
  ['\\\\server\\share\\bots', false, true],
  ['//server/share/bots', true, true],
  ['\\\\?\\C:\\bots', false, true],
  ['..bots', false, false],
  ['...', false, false],
  ['a/../b', false, false],
  ['', false, false],
])('the path "%s" leads outside: %s on Linux, %s on Windows', (path, onPosix, onWindows) => {
  expect([leadsOut(path, posix), leadsOut(path, win32)]).toEqual([onPosix, onWindows])
})

test.each([
  ['c:\\users\\ME\\bots\\a', 'C:\\Users\\me\\bots', true],
  ['C:/Users/me/bots', 'C:\\Users\\me\\bots\\', true],
  ['C:\\Users\\me\\bots2', 'C:\\Users\\me\\bots', false],
  ['D:\\Users\\me\\bots', 'C:\\Users\\me\\bots', false],
  ['\\\\server\\share\\bots\\a', '\\\\server\\share\\bots', true],
  ['\\\\server\\other\\bots', '\\\\server\\share\\bots', false],
  ['C:\\a', 'C:\\', true],
])('on Windows "%s" is in "%s": %s', (path, folder, expected) => {
  expect(isAtOrBelow(path, folder, win32)).toBe(expected)
})
