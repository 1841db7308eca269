import { openedState } from './opened-state.ts'
import { s3Account, s3Server } from './servers/s3.ts'
import { describeStore } from './store-contract.ts'

describeStore('s3', async () => {
  const { url, region } = await s3Server()
  const home = { type: 's3', bucket: 'bots', key: 'team a/prod.json', endpoint: url, region } as const
  return { open: () => openedState(home, { env: s3Account }) }
})
