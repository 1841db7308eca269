// Packages of which we use a part that needs fewer dependencies.
const reduced = {
  // The tests read one file, the JSON Schema of GitLab's CI files, and run nothing of it.
  'gitlab-ci-local': manifest => ({ ...manifest, dependencies: {} }),
  // Packs the extension. The login to the marketplace needs Node 22.
  '@vscode/vsce': ({ dependencies: { '@azure/identity': _login, ...dependencies }, ...manifest }) => ({
    ...manifest,
    dependencies,
    optionalDependencies: {},
  }),
  // Signs packages, with a program for each platform.
  '@vscode/vsce-sign': manifest => ({ ...manifest, optionalDependencies: {} }),
  // Builds the site, whose search is local: it needs no client of a search service.
  vitepress: ({ dependencies: { '@docsearch/js': _search, ...dependencies }, ...manifest }) => ({
    ...manifest,
    dependencies,
  }),
}

const readPackage = manifest => reduced[manifest.name]?.(manifest) ?? manifest

module.exports = { hooks: { readPackage } }
