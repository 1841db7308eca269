const most = 200

/** A message as far as it can be read at a glance, and how much of it there is. */
export function shortened(message: string): string {
  return message.length <= most ? message : `${message.slice(0, most)}... (${message.length} characters)`
}
