export { notUsable, pathFormat, saying, tooOld } from './git-problems.ts'
export { type GitOutcome, type GitSetting, type LocalGitSetting, runGit, runLocalGit } from './run-git.ts'
