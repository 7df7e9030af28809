import { expect, test } from 'vitest'
import { joinPath } from './base-url.ts'

test.each([
  ['https://a.example', '/metadata.json', 'https://a.example/metadata.json'],
  ['https://a.example/', 'metadata.json', 'https://a.example/metadata.json'],
  ['https://a.example/p/v1//', '//orders/create?x=1', 'https://a.example/p/v1/orders/create?x=1'],
  ['http://127.0.0.1:4010/p?x=1#y', '/verify/a%2Fb', 'http://127.0.0.1:4010/p/verify/a%2Fb'],
])('%s and %s are %s', (base, path, joined) => expect(joinPath(base, path)).toBe(joined))
