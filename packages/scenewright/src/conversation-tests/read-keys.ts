import { interruptSelf } from '../terminal/interrupt.ts'

/** What a person asks for while tests are watched. */
export type WatchKey = 'again' | 'quit'

const interrupt = '\u0003'
const endOfInput = '\u0004'

/** Listens to single keys where a terminal gives them, else to lines: Enter, and q. `stop` gives the terminal back. */
export function readKeys(input: NodeJS.ReadableStream, press: (key: WatchKey) => void): { stop(): void } {
  const setRaw = rawSwitch(input)
  const listen = (chunk: Buffer | string) => {
    for (const key of chunk.toString()) {
      // A terminal that gives single keys makes no signal of this one.
      if (key === interrupt) interruptSelf(process)
      else if (key === 'q' || key === endOfInput) press('quit')
      else if (key === '\r' || key === '\n') press('again')
    }
  }
  setRaw(true)
  input.on('data', listen)
  return {
    stop: () => {
      input.off('data', listen)
      input.pause()
      setRaw(false)
    },
  }
}

function rawSwitch(input: NodeJS.ReadableStream): (isRaw: boolean) => void {
  if (!('isTTY' in input && 'setRawMode' in input) || input.isTTY !== true) return () => {}
  const { setRawMode } = input
  return typeof setRawMode === 'function' ? isRaw => void setRawMode.call(input, isRaw) : () => {}
}
