/** Sets a field of a plain object, whatever its name: `__proto__` becomes a field like any other. */
export function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}
