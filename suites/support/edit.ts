import { isObject, type Json } from '../../protocol/json.ts'

/** A copy with the value at a path such as 'order.items.0.price' replaced, or left out where `value` is undefined. */
export const edit = <T>(document: T, path: string, value: Json | undefined): T =>
  changed(document as Json, path.split('.'), value) as T

const changed = (node: Json | undefined, [name = '', ...rest]: string[], value: Json | undefined): Json => {
  if (Array.isArray(node)) return node.map((item, at) => (String(at) === name ? next(item, rest, value) : item)) as Json
  const { [name]: old, ...others } = isObject(node) ? node : {}
  const replaced = next(old, rest, value)
  return replaced === undefined ? others : { ...(isObject(node) ? node : {}), [name]: replaced }
}

const next = (node: Json | undefined, rest: string[], value: Json | undefined): Json | undefined =>
  rest.length === 0 ? value : changed(node, rest, value)

/** The value at a path; undefined where the path leads nowhere. */
export const memberAt = (document: unknown, path: string): Json | undefined =>
  path.split('.').reduce<unknown>((node, name) => {
    if (Array.isArray(node)) return node[Number(name)]
    return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined
  }, document) as Json | undefined
