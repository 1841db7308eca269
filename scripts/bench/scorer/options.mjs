import { parseArgs } from 'node:util'

const usage = `npm run bench:scorer -- [options]
  --only <text>   the rows whose name has this text
  --quick         accuracy and confidence alone, at 5 and 10 examples, by the first seed: a first idea
  --no-peers      without the other libraries, which have to be installed`

/** What the command line asks for. Help, and what cannot be understood, end the process. */
export function readOptions(args) {
  const { help, quick, only, 'no-peers': noPeers } = parsed(args)
  if (help) {
    console.log(usage)
    process.exit(0)
  }
  return { isQuick: quick, only, withPeers: !noPeers }
}

function parsed(args) {
  const flag = { type: 'boolean', default: false }
  const options = { help: flag, quick: flag, 'no-peers': flag, only: { type: 'string', default: '' } }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    console.error(`${error.message}\n${usage}`)
    process.exit(2)
  }
}
