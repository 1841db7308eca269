export { NoRepository, notUsable, pathFormat, saying, tooOld } from './git-problems.ts'
export { GitNotFound, type GitOutcome, type GitSetting, type LocalGitSetting, runGit, runLocalGit } from './run-git.ts'
