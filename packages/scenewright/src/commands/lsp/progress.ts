import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver'

/**
 * Shows the state of long work in the client, if it can: each text replaces the previous one, and an empty text ends
 * the work.
 */
export function createProgress({ window }: Connection): (text: string) => void {
  let current: Promise<WorkDoneProgressServerReporter> | undefined
  // The call itself throws if the client is gone.
  const create = async () => window.createWorkDoneProgress()
  return text => {
    const isNew = current === undefined
    if (isNew && text === '') return
    current ??= create()
    const shown = current
    if (text === '') current = undefined
    const show = (reporter: WorkDoneProgressServerReporter) => {
      if (text === '') reporter.done()
      else if (isNew) reporter.begin('Scenewright', undefined, text)
      else reporter.report(text)
    }
    // A client that is gone, or refuses, sees nothing.
    void shown.then(show).catch(() => {})
  }
}
