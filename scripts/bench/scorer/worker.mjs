// Runs tasks sequentially in its own thread: see pool.mjs.
import { parentPort } from 'node:worker_threads'
import { compareOurs, comparePeer } from './peers/compare.mjs'
import { evaluate } from './quality/evaluate.mjs'

const tasks = { evaluate, compareOurs, comparePeer }

parentPort.on('message', async ({ id, task, question }) => {
  try {
    parentPort.postMessage({ id, answer: await tasks[task](question) })
  } catch (error) {
    parentPort.postMessage({ id, failure: error.stack })
  }
})
