// Loads a module of somebody else's: in the bundles an import() is a require(), which cannot load every module.
'use strict'
exports.importModule = url => import(url)
