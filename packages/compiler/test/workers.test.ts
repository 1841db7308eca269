import type { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import { startWorkers } from '../src/derive/workers.ts'

test('an operation error of another thread keeps its code, its help and its place', async () => {
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } }
  const fields = { name: 'OperationError', code: 'sources', help: 'fix it', place: { path: '/a', range, fault: 'f' } }
  const code = `throw Object.assign(new Error('the message'), ${JSON.stringify(fields)})`
  const help = startWorkers(
    { entry: new URL(`data:text/javascript,${encodeURIComponent(code)}`), threads: 2, from: 1 },
    {
      project: { root: '/none', configFile: null, config: {} },
      derivation: 'none',
      files: ['a', 'b'].map(file => ({ file, path: `/${file}`, key: file })),
      isKept: false,
      take: () => {},
    } as unknown as Parameters<typeof startWorkers>[1],
  )
  const failure: unknown = await help?.done.catch((error: OperationError) => error)
  expect(failure).toMatchObject({ ...fields, message: 'the message' })
})
