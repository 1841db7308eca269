import { requirePeer } from './folder.mjs'

/** The intent of the example that Fuse.js finds first, wherever in it the message is found. */
export const fuse = {
  name: 'fuse.js',
  // It takes up to a tenth of a second for one.
  messages: 150,
  train(examplesByIntent) {
    const { default: Fuse = requirePeer('fuse.js') } = requirePeer('fuse.js')
    const documents = Array.from(examplesByIntent, ([intent, examples]) => examples.map(text => ({ text, intent })))
    const index = new Fuse(documents.flat(), { keys: ['text'], ignoreLocation: true })
    return message => index.search(message, { limit: 1 })[0]?.item.intent
  },
}
