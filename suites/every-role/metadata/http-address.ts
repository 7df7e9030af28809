import type { Json } from '../../../protocol/json/json.ts'

/** Returns whether a value is an absolute HTTP address. */
export const isHttpAddress = (value: Json): boolean => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol)
}
