import type { Json } from '../../../protocol/json/json.ts'

export const isHttpAddress = (value: Json): boolean => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol)
}
