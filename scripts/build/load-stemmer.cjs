// In the command line, each stemmer is a bundle of its own: loading the library of all took 2 % of a check after a change.
exports.loadStemmer = algorithm => {
  // The bundler would search for a pattern.
  const file = `./stemmer-${algorithm}.cjs`
  return require(file).newStemmer(algorithm)
}
