/** Creates a scorer for scenarios of which one has changed since `previous` was created. */
export function prepareAgain(simulator, scenarios, previous) {
  return simulator.createLexicalScorer(scenarios, 'en', previous)
}
