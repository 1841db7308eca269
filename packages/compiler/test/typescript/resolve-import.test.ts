import { posix, win32 } from 'node:path'
import { leadsOut } from '@scenewright/model/system'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResolver } from '../../src/parse/typescript/modules/resolve-import.ts'

const pieces = ['.', '..', '/', '\\', 'C:', 'server', 'words', 'index', '.ts', '.js', 'ä b', '%2e']
const specifier = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(each => each.join(''))
const source = fc.constantFrom('a.scenario.ts', 'scenarios/a.scenario.ts', 'scenarios/deep/a.scenario.ts')

test('no import reads a file outside of the project, on Linux or on Windows', () => {
  fc.assert(
    fc.property(specifier, source, (name, from) => {
      const resolution = createResolver()(name, from)
      const files = 'files' in resolution ? resolution.files : []
      expect(files.filter(file => leadsOut(file, posix) || file.includes('\\'))).toEqual([])
      // A name with a colon is refused when it is read; no other is left.
      expect(files.filter(file => leadsOut(file, win32) && !/^C:/.test(file))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
