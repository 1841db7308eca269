import { wallTime } from '../measure.mjs'
import { bpmnlint } from '../peers/bpmnlint.mjs'
import { eslintPluginYml } from '../peers/eslint-plugin-yml.mjs'
import { preparePeer } from '../peers/prepare.mjs'
import { spectral } from '../peers/spectral.mjs'
import { yamlProject } from '../projects.mjs'
import { coldCheck, withoutTriggerRules } from '../scenewright.mjs'

/** How much longer other linters take for the same number of their own documents of the same size. */
export const peers = [
  peerCase(spectral, { must: 8, aim: 40 }),
  peerCase(eslintPluginYml, { must: 1.8, aim: 6 }),
  peerCase(bpmnlint, { must: 1.5, aim: 6 }),
]

function peerCase(peer, figures) {
  return {
    name: `${peer.name} on 1,000 documents of its own ÷ cold check without trigger rules, 1,000 files`,
    ...figures,
    isAtLeast: true,
    isPeer: true,
    rounds: { full: 3, quick: 1 },
    async prepare() {
      const lint = await preparePeer(peer, 1000)
      const check = coldCheck(await yamlProject(1000), ...withoutTriggerRules)
      // Each has already run once, and a run of these takes long.
      return { sides: [() => wallTime(lint), () => wallTime(check)], haveRun: true }
    },
  }
}
