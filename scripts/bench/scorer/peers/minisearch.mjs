import { requirePeer } from './folder.mjs'

/** The intent of the first example that MiniSearch finds. */
export const minisearch = {
  name: 'minisearch',
  train(examplesByIntent) {
    const MiniSearch = requirePeer('minisearch')
    const index = new MiniSearch({ fields: ['text'], storeFields: ['intent'] })
    const documents = Array.from(examplesByIntent, ([intent, examples]) => examples.map(text => ({ text, intent })))
    index.addAll(documents.flat().map((document, id) => ({ id, ...document })))
    return message => index.search(message)[0]?.intent
  },
}
