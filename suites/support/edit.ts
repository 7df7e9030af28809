import { isObject, type Json } from '../../protocol/json/json.ts'

/** Returns a copy with the value at a path such as 'order.items.0.price' replaced, or removed if `value` is undefined. */
export const edit = <T>(document: T, path: string, value: Json | undefined): T =>
  editNode(document as Json, path.split('.'), value) as T

const editNode = (node: Json | undefined, [name = '', ...rest]: string[], value: Json | undefined): Json => {
  if (Array.isArray(node))
    return node.map((item, at) => (String(at) === name ? editMember(item, rest, value) : item)) as Json
  const { [name]: old, ...others } = isObject(node) ? node : {}
  const replaced = editMember(old, rest, value)
  return replaced === undefined ? others : { ...(isObject(node) ? node : {}), [name]: replaced }
}

const editMember = (node: Json | undefined, rest: string[], value: Json | undefined): Json | undefined =>
  rest.length === 0 ? value : editNode(node, rest, value)

/** Returns the value at a path; undefined if there is none. */
export const memberAt = (document: unknown, path: string): Json | undefined =>
  path.split('.').reduce<unknown>((node, name) => {
    if (Array.isArray(node)) return node[Number(name)]
    return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined
  }, document) as Json | undefined
