import { requirePeer } from './folder.mjs'

/**
 * natural's naive Bayes, on the stems of its Porter stemmer. Its logistic regression does as well within a point, and
 * takes more than a minute to train on five examples of 77 intents.
 */
export const natural = {
  name: 'natural',
  train(examplesByIntent) {
    // It loads what speaks on standard output, where the table is.
    process.env.DOTENV_CONFIG_QUIET = 'true'
    const { BayesClassifier } = requirePeer('natural')
    const classifier = new BayesClassifier()
    for (const [intent, examples] of examplesByIntent) {
      for (const example of examples) classifier.addDocument(example, intent)
    }
    classifier.train()
    return message => classifier.classify(message)
  },
}
