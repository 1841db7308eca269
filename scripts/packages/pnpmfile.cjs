// What pnpm does to the manifest of a package that it packs: the workspace's private packages are nobody else's business.
module.exports = { hooks: { beforePacking: ({ devDependencies: _ours, ...manifest }) => manifest } }
