import { end, reply, scenario } from 'scenewright'

// scenewright-ignore trigger/no-examples: started by a button only
export const opening = scenario({
  title: 'Opening hours',
  trigger_description: 'The customer asks when the shop is open.',
  flow: { nodes: { hours: reply('We open at nine.', { next: 'done' }), done: end() } },
})

// scenewright-ignore trigger/no-examples: started by a button only
export const parking = scenario({
  title: 'Parking',
  trigger_description: 'The customer asks where to park.',
  flow: { nodes: { place: reply('Park behind the house.', { next: 'done' }), done: end() } },
})
