import { requirePeer } from './folder.mjs'

/** node-nlp's manager, with its own tokens, stems and network. */
export const nodeNlp = {
  name: 'node-nlp',
  async train(examplesByIntent) {
    const { NlpManager } = requirePeer('node-nlp')
    const manager = new NlpManager({ languages: ['en'], forceNER: false, autoSave: false, nlu: { log: false } })
    for (const [intent, examples] of examplesByIntent) {
      for (const example of examples) manager.addDocument('en', example, intent)
    }
    await manager.train()
    return async message => (await manager.process('en', message)).intent
  },
}
