import { parseArgs } from 'node:util'

/** Parses the command line. Help and invalid arguments print the usage and end the process. */
export function readOptions(args, usage) {
  const { help, quick, only, 'no-peers': noPeers } = parsed(args, usage)
  if (help) {
    console.log(usage)
    process.exit(0)
  }
  return { isQuick: quick, only, withPeers: !noPeers }
}

function parsed(args, usage) {
  const flag = { type: 'boolean', default: false }
  const options = { help: flag, quick: flag, 'no-peers': flag, only: { type: 'string', default: '' } }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    console.error(`${error.message}\n${usage}`)
    process.exit(2)
  }
}
