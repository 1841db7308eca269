/** Whether a file of that name is a source of scenarios, and not of conversation tests. */
export function holdsScenarios(path: string): boolean {
  return /\.scenario\.(?:ya?ml|ts)$/.test(path)
}
