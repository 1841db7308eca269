import { requirePeer } from './folder.mjs'

const longestTraining = 5 * 60_000

/**
 * node-nlp's manager, with its own tokens, stems and network; it only classifies, unless its settings request more. A
 * training that takes too long is an error. With `rounds`, it ends after so many: the time of a classification is the
 * same, because the network has one weight for each word and intent from the beginning.
 */
export const nodeNlp = {
  name: 'node-nlp',
  async train(examplesByIntent, onRound = () => {}, rounds = 20_000) {
    const { NlpManager } = requirePeer('node-nlp')
    const started = performance.now()
    const log = ({ iterations }) => {
      onRound(iterations)
      const isLast = iterations >= rounds
      if (!isLast && performance.now() - started > longestTraining)
        throw new Error('node-nlp has trained for five minutes')
    }
    const manager = new NlpManager({
      languages: ['en'],
      forceNER: false,
      autoSave: false,
      nlu: { log, iterations: rounds },
    })
    for (const [intent, examples] of examplesByIntent) {
      for (const example of examples) manager.addDocument('en', example, intent)
    }
    await manager.train()
    return async (message, settings) => (await manager.process('en', message, undefined, settings)).intent
  },
}
