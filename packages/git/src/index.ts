export { type GitOutcome, type GitSetting, type LocalGitSetting, runGit, runLocalGit } from './run-git.ts'
