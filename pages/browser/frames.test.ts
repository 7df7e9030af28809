import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpResponse } from '../../harness/http/response.ts'
import { missing } from './browser.test.fixture.ts'
import { isFramable } from './frames.ts'
import { type Chromium, createChromium } from './process/chromium.ts'

const responseWith = (headers: readonly (readonly [string, string])[]): HttpResponse =>
  ({ url: 'http://127.0.0.1:4010/checkout/1', status: 200, headers }) as unknown as HttpResponse

const policy = (text: string) => ['Content-Security-Policy', text] as const

describe.skipIf(missing !== undefined)(`a page in a frame of another site${missing ? `: ${missing}` : ''}`, () => {
  let chromium: Chromium
  beforeAll(() => {
    chromium = createChromium()
  })
  afterAll(() => chromium.close())

  test.each([
    ['no header', [], true],
    ['X-Frame-Options', [['X-Frame-Options', 'DENY'] as const], false],
    ['an option that browsers do not know', [['X-Frame-Options', 'ALLOW-FROM https://shop.example'] as const], true],
    ['a policy', [policy("default-src 'none'; frame-ancestors 'none'")], false],
    ['the second of two policies', [policy('frame-ancestors *'), policy("frame-ancestors 'self'")], false],
    ['any port of any site', [['X-Frame-Options', 'DENY'] as const, policy('frame-ancestors http://*:*')], true],
  ] as const)('%s', async (_what, headers, isShown) => {
    expect(await isFramable(chromium, responseWith(headers))).toBe(isShown)
  })
})
