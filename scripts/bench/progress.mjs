const { stderr } = process

/** Says on standard error what is being done, in one line that the next replaces. Nothing unless people read it. */
export function showProgress(text) {
  if (stderr.isTTY) stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns || 80) - 1)}`)
}

/** Takes the line away. */
export function clearProgress() {
  if (stderr.isTTY) stderr.write('\r\u001b[K')
}
