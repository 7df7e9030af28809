import { describe, expect, test } from 'vitest'
import { describeCorpus, jsonOf } from '../../../protocol/corpora.test.support.ts'
import { violations } from '../../../schemas/validate.ts'
import { bothGranted, callbackUrl, fixture, grantUrl, openForm, submit } from '../fixture.test.support.ts'

const decided = async (parameters: Record<string, string>, choices: Record<string, string> = bothGranted) => {
  const on = fixture()
  const { statusCode, headers } = await submit(on, await openForm(on, grantUrl(parameters)), choices)
  expect(statusCode).toBe(303)
  expect(on.sent.map(({ url }) => url)).toEqual(['http://127.0.0.1:4900/7001/metadata.json'])
  return String(headers.location)
}

describe('the callback', () => {
  test.each([
    ['granted', 'granted', 'status=granted&grants=name,email&user_ocid=8001'],
    ['granted', 'denied', 'status=partial&grants=name&denied=email&user_ocid=8001'],
    ['denied', 'granted', 'status=partial&grants=email&denied=name&user_ocid=8001'],
    ['denied', 'denied', 'status=denied&user_ocid=8001'],
  ])('name %s, email %s', async (name, email, query) => {
    const choices = { choice_email: email, choice_name: name }
    expect(await decided({}, choices)).toBe(`${callbackUrl}?${query}`)
    expect(violations('kyc-callback-query', Object.fromEntries(new URLSearchParams(query)))).toEqual([])
    expect(await decided({ state: 's' }, choices)).toBe(`${callbackUrl}?${query}&state=s`)
  })

  test('the lists are in the order of the request, however they are sent', async () => {
    const grants = 'liveness,phone,id_card,name,email'
    const lists = { granted_permissions: 'name,phone', denied_permissions: 'email,liveness,id_card' }
    const { searchParams } = new URL(await decided({ grants }, lists))
    expect([searchParams.get('grants'), searchParams.get('denied')]).toEqual(['phone,name', 'liveness,id_card,email'])
    const none = { granted_permissions: '', denied_permissions: 'name,email', choice_name: 'denied' }
    expect(await decided({}, none)).toBe(`${callbackUrl}?status=denied&user_ocid=8001`)
  })

  test.each([
    ['https://requester.example', 'https://requester.example/?§'],
    ['https://requester.example/a/b;c?session=1&x=%20%2B+', 'https://requester.example/a/b;c?session=1&x=%20%2B+&§'],
    ['https://requester.example/?', 'https://requester.example/?&§'],
    ['https://requester.example/?a&', 'https://requester.example/?a&&§'],
    ['https://requester.example/?a=1#part?x', 'https://requester.example/?a=1&§#part?x'],
    ['https://requester.example/#', 'https://requester.example/?§#'],
    ['https://requester.example/?a="<>\'', 'https://requester.example/?a=%22%3C%3E%27&§'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC?§'],
  ])('%s keeps its path, members and fragment', async (callback_url, expected) => {
    const members = 'status=granted&grants=name,email&user_ocid=8001'
    expect(await decided({ callback_url })).toBe(expected.replace('§', members))
  })

  test('state is returned unchanged, whatever its characters', async () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')
    const states = ['', ' ', '+', '%', '%2B', '&status=denied', '#x', "!'()*~", 'a\nb\r\nc\rd', 'ü € 😀 \u202e', ascii]
    for (const state of states) {
      const location = await decided({ state })
      expect(location).toMatch(/^[\x21-\x7e]+$/)
      expect(new URL(location).searchParams.getAll('state')).toEqual([state])
      expect(decodeURIComponent(location.split('&state=')[1] ?? '')).toBe(state)
    }
    expect(await decided({})).not.toContain('state')
  })
})

const strings = 'corpora/strings/blns.json'

describeCorpus('naughty strings as state', strings, () => {
  test('are returned unchanged', async () => {
    const on = fixture()
    const naughty = jsonOf<string[]>(strings).filter(
      text => text.isWellFormed() && encodeURIComponent(text).length < 8000,
    )
    for (const state of naughty) {
      const { headers } = await submit(on, await openForm(on, grantUrl({ state })), bothGranted)
      expect(new URL(String(headers.location)).searchParams.get('state')).toBe(state)
    }
    expect(on.decisions().length).toBe(naughty.length)
  })
})
