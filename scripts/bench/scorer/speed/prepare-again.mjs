/** Makes a scorer of scenarios of which one has changed since `previous` was made. */
export function prepareAgain(simulator, scenarios, previous) {
  return simulator.createLexicalScorer(scenarios, 'en', previous)
}
