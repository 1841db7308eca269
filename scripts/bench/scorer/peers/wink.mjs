import { requirePeer } from './folder.mjs'

/** wink's naive Bayes, with the stems of its own utilities. */
export const wink = {
  name: 'wink-naive-bayes-text-classifier',
  train(examplesByIntent) {
    const { string, tokens } = requirePeer('wink-nlp-utils')
    const classifier = requirePeer('wink-naive-bayes-text-classifier')()
    classifier.definePrepTasks([string.lowerCase, string.tokenize0, tokens.stem])
    classifier.defineConfig({ considerOnlyPresence: true, smoothingFactor: 0.5 })
    for (const [intent, examples] of examplesByIntent) {
      for (const example of examples) classifier.learn(example, intent)
    }
    classifier.consolidate()
    return message => classifier.predict(message)
  },
}
