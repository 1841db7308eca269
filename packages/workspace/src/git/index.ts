export { changedFiles, matchChanges } from './changed-files.ts'
export { type Base, type BaseRequest, findBase, findDefaultBranch, findFork, namedCommit } from './find-base.ts'
export { type Links, linksTo, readLinks } from './links.ts'
export { findFilesWithWords, findImporters } from './match-imports.ts'
export {
  type Blobs,
  createBlobReader,
  findDifferingModules,
  findDifferingPaths,
  readTree,
  type Tree,
  type TreeFile,
} from './read-objects.ts'
export { compileRevision, compileTexts, type RevisionRequest } from './read-revision.ts'
export { openRepository, type Repository } from './repository.ts'
