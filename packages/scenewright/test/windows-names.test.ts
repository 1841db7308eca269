import { expect, test } from 'vitest'
import { outputFault, requireUsableName } from '../src/shell/files.ts'

test.each([
  ['nul', false],
  ['bots\\NUL.scenario.yaml', false],
  ['scenarios/aux/refund.yaml', false],
  ['com1.json', false],
  ['LPT².json', false],
  ['con .txt', false],
  ['a:b.json', false],
  ['what?.json', false],
  ['billing./a.json', false],
  ['billing /a.json', false],
  ['line\nfeed.json', false],
  ['bots\\..\\a.json', true],
  ['console.json', true],
  ['com10.json', true],
  ['.hidden', true],
  ['für Müller.json', true],
])('Windows can have a file "%s": %s', (path, isUsable) => {
  const onWindows = () => [`C:\\${path}`, `\\\\server\\share\\${path}`].map(full => requireUsableName(full, 'win32'))
  if (isUsable) expect(onWindows).not.toThrow()
  else expect(onWindows).toThrow(expect.objectContaining({ code: 'usage' }))
  expect(() => requireUsableName(path, 'linux')).not.toThrow()
  expect([outputFault([path], 'win32') === undefined, outputFault([path], 'linux')]).toEqual([isUsable, undefined])
})

test('names that differ only in their case are one file on Windows and macOS', () => {
  const names = ['billing/Refund.json', 'billing/refund.json']
  expect(outputFault(names, 'win32')).toContain('"billing/Refund.json" and "billing/refund.json"')
  expect(outputFault(names, 'darwin')).toBeDefined()
  expect(outputFault(names, 'linux')).toBeUndefined()
  expect(outputFault(['billing/Refund.json', 'refund.json'], 'win32')).toBeUndefined()
})
