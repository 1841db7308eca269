/** From so many scenarios on speed counts for more than the last bit of what can be told. */
const largeBot = 200

/** Whether a bot of so many scenarios is looked at less closely, so that a message and a change stay quick. */
export function isLargeBot(scenarios: number): boolean {
  return scenarios >= largeBot
}
