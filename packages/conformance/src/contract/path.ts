import { isObject, type Shape } from './shape.ts'

/** All values at a path: `data[].bot.name` means one for each entry of the list. Missing values are left out. */
export function valuesAt(root: unknown, path: string): readonly unknown[] {
  let values: readonly unknown[] = [root]
  for (const { name, isList } of stepsOf(path)) {
    const found = name === '' ? values : values.flatMap(value => fieldOf(value, name))
    values = isList ? found.flatMap(value => (Array.isArray(value) ? value : [])) : found
  }
  return values
}

/** The shape of the value at a path, or undefined if the contract lists none. */
export function shapeAt(root: Shape, path: string): Shape | undefined {
  let shape: Shape | undefined = root
  for (const { name, isList } of stepsOf(path)) {
    if (name !== '') shape = typeof shape === 'object' && 'fields' in shape ? shape.fields[name] : undefined
    if (isList) shape = typeof shape === 'object' && 'list' in shape ? shape.list : undefined
  }
  return shape
}

function fieldOf(value: unknown, name: string): readonly unknown[] {
  return isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []
}

function stepsOf(path: string): readonly { readonly name: string; readonly isList: boolean }[] {
  if (path === '') return []
  return path.split('.').map(step => ({ name: step.replace('[]', ''), isList: step.endsWith('[]') }))
}
