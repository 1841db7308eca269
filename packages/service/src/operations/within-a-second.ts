/** What is promised, or undefined where it fails or takes longer than a second. */
export async function withinASecond<Value>(promised: Promise<Value>): Promise<Value | undefined> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(undefined), 1000)
    const end = (value?: Value) => {
      clearTimeout(timer)
      resolve(value)
    }
    promised.then(end, () => end())
  })
}
