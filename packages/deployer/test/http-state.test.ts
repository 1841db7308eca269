import { openedState } from './opened-state.ts'
import { terraformServer } from './servers/terraform-state.ts'
import { describeStore } from './store-contract.ts'

describeStore('http', async () => {
  const { url } = await terraformServer()
  return { open: () => openedState({ type: 'http', url: `${url}/state` }) }
})
