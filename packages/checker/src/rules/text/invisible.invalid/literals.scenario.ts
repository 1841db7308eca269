import { end, reply, scenario } from 'scenewright'

const label = 'Open​ing hours'

export default scenario({
  title: 'Ho​urs', // pasted
  trigger_description: 'The customer asks\u200b when we are \u{2066}open.',
  clarification_label: label,
  flow: {
    nodes: {
      hours: reply(
        `From nine
to​ five.` /* every day */,
        { next: 'done' },
      ),
      done: end(),
    },
  },
})
