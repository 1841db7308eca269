import { requirePeer } from './folder.mjs'

/** The intent of the first example that Fuse.js finds, with matches anywhere in it. */
export const fuse = {
  name: 'fuse.js',
  // It takes up to a tenth of a second per message.
  messages: 150,
  train(examplesByIntent) {
    const { default: Fuse = requirePeer('fuse.js') } = requirePeer('fuse.js')
    const documents = Array.from(examplesByIntent, ([intent, examples]) => examples.map(text => ({ text, intent })))
    const index = new Fuse(documents.flat(), { keys: ['text'], ignoreLocation: true })
    return message => index.search(message, { limit: 1 })[0]?.item.intent
  },
}
