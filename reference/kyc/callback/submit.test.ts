import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { bothGranted, callbackUrl, fixture, formIn, grantUrl, openForm, submit } from '../fixture.test.support.ts'

describe('a submission', () => {
  test('leaves nothing undecided: the page is shown again, and keeps the choices', async () => {
    const on = fixture()
    const form = await openForm(on)
    const answer = await submit(on, form, { choice_name: 'denied' })
    const $ = load(answer.body)
    expect([answer.statusCode, $('[role=alert]').text(), $(':checked').attr('value')]).toEqual([
      400,
      'Nothing has been sent yet. Please decide on: Email address.',
      'denied',
    ])
    expect(on.decisions()).toEqual([])
    const again = { ...formIn(answer), cookie: form.cookie }
    expect((await submit(on, again, { choice_name: 'denied', choice_email: 'granted' })).statusCode).toBe(303)
  })

  test.each([
    ['another callback address', { callback_url: 'https://evil.example/' }],
    ['no callback address', { callback_url: undefined }],
    ['another user', { user_ocid: '8003' }],
    ['a user in another spelling', { user_ocid: '8001.0' }],
    ['no user', { user_ocid: undefined }],
    ['a permission that was not asked', { choice_liveness: 'granted' }],
    ['a list with one that was not asked', { granted_permissions: 'name,liveness', denied_permissions: 'email' }],
    ['one permission in both lists', { granted_permissions: 'name,email', denied_permissions: 'name' }],
    ['lists against the choices', { granted_permissions: 'name', denied_permissions: 'email' }],
    ['two choices for one', { choice_name: ['granted', 'denied'] }],
    ['neither granted nor denied', { choice_name: 'maybe' }],
  ])('with %s is refused, and stores nothing', async (_what, changes) => {
    const on = fixture()
    const form = await openForm(on, grantUrl({ state: 's' }))
    const answer = await submit(on, form, { ...bothGranted, ...changes })
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
    expect(on.decisions()).toEqual([])
    expect((await submit(on, form, bothGranted)).statusCode).toBe(303)
  })

  test('must be from its page, in the browser that the page was sent to', async () => {
    const on = fixture()
    const form = await openForm(on)
    const other = await openForm(on)
    const refused = async (changes: object, headers: Record<string, string> = {}) =>
      expect((await submit(on, form, { ...bothGranted, ...changes }, headers)).statusCode).toBe(403)
    await refused({ token: undefined })
    await refused({ token: '0'.repeat(64) })
    await refused({ token: other.fields.get('token') ?? '' })
    await refused({}, { cookie: '' })
    await refused({}, { cookie: other.cookie })
    expect(on.decisions()).toEqual([])
  })

  test('of one tab does not disturb another', async () => {
    const on = fixture()
    const [first, second] = await Promise.all([
      openForm(on, grantUrl({ state: 'first' })),
      openForm(on, grantUrl({ state: 'second', callback_url: 'https://second.example/' })),
    ])
    const cookie = `${first.cookie}; ${second.cookie}`
    const denied = { choice_name: 'denied', choice_email: 'denied' }
    const answers = [
      await submit(on, { ...second, cookie }, denied),
      await submit(on, { ...first, cookie }, bothGranted),
    ]
    expect(answers.map(({ headers }) => headers.location)).toEqual([
      'https://second.example/?status=denied&user_ocid=8001&state=second',
      `${callbackUrl}?status=granted&grants=name,email&user_ocid=8001&state=first`,
    ])
  })

  test('of another kind is answered as a page', async () => {
    const on = fixture()
    const form = await openForm(on)
    const statuses = []
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      statuses.push((await submit(on, form, bothGranted, { 'content-type': type })).statusCode)
    statuses.push((await submit(on, form, { filler: 'x'.repeat(70_000) })).statusCode)
    expect(statuses).toEqual([404, 415, 415, 413])
  })
})
