import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * Runs a task for each input, in as many threads as there are processors. Resolves with the results in the order of the
 * inputs.
 */
export async function answerAll(task, questions, onDone) {
  const answers = []
  let next = 0
  let done = 0
  const threads = Math.min(questions.length, availableParallelism())
  const work = async () => {
    const worker = new Worker(new URL('worker.mjs', import.meta.url))
    try {
      while (next < questions.length) {
        const id = next++
        answers[id] = await ask(worker, { id, task, question: questions[id] })
        onDone(++done)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: threads }, work))
  return answers
}

function ask(worker, message) {
  return new Promise((resolve, reject) => {
    worker.removeAllListeners()
    worker.on('error', reject)
    worker.on('message', ({ answer, failure }) =>
      failure === undefined ? resolve(answer) : reject(new Error(failure)),
    )
    worker.postMessage(message)
  })
}
