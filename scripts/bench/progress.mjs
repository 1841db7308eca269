const { stderr } = process

/** Shows the current step on standard error, in one line that the next replaces. Only on a terminal. */
export function showProgress(text) {
  if (stderr.isTTY) stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns || 80) - 1)}`)
}

/** Removes the line. */
export function clearProgress() {
  if (stderr.isTTY) stderr.write('\r\u001b[K')
}
