import { gitState, projectWithRemote } from './git-repositories.ts'
import { describeStore } from './store-contract.ts'

describeStore('git', async () => {
  const { project } = await projectWithRemote()
  return { open: () => gitState(project) }
})
