import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readKeys } from '../src/commands/test/local/watch-project.ts'
import { forwardInterrupt } from '../src/shell/terminal.ts'

let came = 0
const listen = () => {
  came += 1
}

// What earlier files of this process have left may listen, too, and end it.
const others = process.listeners('SIGINT')
beforeEach(() => {
  process.removeAllListeners('SIGINT').on('SIGINT', listen)
})
afterEach(() => {
  process.off('SIGINT', listen)
  for (const other of others) process.on('SIGINT', other)
  came = 0
})

// Not sent as a signal: on Windows that ends the process before any listener is called.
test('a Ctrl-C that readline handles is passed to the listeners of the process', () => {
  const lines = createInterface({ input: new PassThrough() })
  forwardInterrupt(lines)
  lines.emit('SIGINT')
  lines.close()
  expect(came).toBe(1)
})

test('Ctrl-C among single keys is passed to the listeners of the process', () => {
  const input = new PassThrough()
  const keys = readKeys(input, () => undefined)
  input.emit('data', '\u0003')
  keys.stop()
  expect(came).toBe(1)
})
