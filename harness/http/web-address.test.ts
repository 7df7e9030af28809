import { expect, test } from 'vitest'
import { WebOrigins } from './web-address.ts'

test('an address inside a blob, or one that is not fetched over HTTP, has no origin', () => {
  const origins = new WebOrigins(['http://a.example/x', 'blob:http://b.example/x', 'file:///etc', 'nothing'])
  origins.add(new URL('blob:http://c.example/1'))
  origins.add(new URL('https://d.example/1'))
  const has = (address: string) => origins.has(new URL(address))
  expect(['http://a.example/y', 'https://d.example/'].map(has)).toEqual([true, true])
  expect(['blob:http://a.example/x', 'http://b.example/', 'http://c.example/', 'file:///etc'].map(has)).toEqual(
    Array<boolean>(4).fill(false),
  )
})
